import { SafeLink } from '../text/SafeLink.tsx'
import type { ValueProps } from './property-schema.ts'

/** A button property as its label, linked if the button opens a URL; other actions are ignored. */
export function ButtonValue({ schema }: ValueProps) {
  return (
    <SafeLink href={addressIn(schema)} className="button-value">
      {labelIn(schema) ?? schema.name}
    </SafeLink>
  )
}

/** The first URL among a button's actions. Notion does not document their shape. */
function addressIn(value: unknown, depth = 0): string | undefined {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return undefined
  for (const [key, inner] of Object.entries(value)) {
    const isAddress = (key === 'url' || key === 'href') && typeof inner === 'string'
    const found = isAddress ? inner : addressIn(inner, depth + 1)
    if (found) return found
  }
  return undefined
}

/** The URL is a few levels deep: actions, their targets, the URLs of those. */
const MAX_DEPTH = 6

function labelIn(schema: object): string | undefined {
  const { button }: { button?: unknown } = schema
  const label = typeof button === 'object' && button && 'label' in button ? button.label : undefined
  return typeof label === 'string' && label.trim() !== '' ? label : undefined
}
