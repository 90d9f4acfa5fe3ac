import { SafeLink } from '../text/SafeLink.tsx'
import type { ValueProps } from './property-schema.ts'

/** A button as its label, which is a link where the button opens an address; nothing else can be pressed here. */
export function ButtonValue({ schema }: ValueProps) {
  return (
    <SafeLink href={addressIn(schema)} className="button-value">
      {labelIn(schema) ?? schema.name}
    </SafeLink>
  )
}

/** The first address among what a button does. Notion documents no shape for it. */
function addressIn(value: unknown, depth = 0): string | undefined {
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return undefined
  for (const [key, inner] of Object.entries(value)) {
    const isAddress = (key === 'url' || key === 'href') && typeof inner === 'string'
    const found = isAddress ? inner : addressIn(inner, depth + 1)
    if (found) return found
  }
  return undefined
}

/** What a button does stands a few levels down: its actions, their targets, the addresses of those. */
const DEEPEST = 6

function labelIn(schema: object): string | undefined {
  const { button }: { button?: unknown } = schema
  const label = typeof button === 'object' && button && 'label' in button ? button.label : undefined
  return typeof label === 'string' && label.trim() !== '' ? label : undefined
}
