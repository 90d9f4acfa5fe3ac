import { plainText } from '../../../site/notion/text/rich-text.ts'
import { SafeLink } from '../text/SafeLink.tsx'
import type { ValueProps } from './property-schema.ts'

/** A web address without its beginning, an e-mail address or a telephone number, each as a link. */
export function AddressValue({ schema, value }: ValueProps) {
  const text = plainText(value).trim()
  if (!text) return null
  const address = addressers[schema.type] ?? ((written: string) => written)
  const shown = schema.type === 'url' ? text.replace(/^https?:\/\/(www\.)?|\/$/g, '') : text
  return <SafeLink href={address(text)}>{shown}</SafeLink>
}

/** Undefined for what can neither be written to nor called. */
const addressers: Record<string, (text: string) => string | undefined> = {
  email: (text) => (/^[^\s@:/?]+@[^\s@:/?]+$/.test(text) ? `mailto:${text}` : undefined),
  phone_number: (text) =>
    /^[+(]?\d[\d\s().\-/]*$/.test(text) ? `tel:${text.replaceAll(/[^+\d]/g, '')}` : undefined
}
