import { plainText } from '../../../site/notion/text/rich-text.ts'
import { SafeLink } from '../text/SafeLink.tsx'
import type { ValueProps } from './property-schema.ts'
import { notion } from '../vocabulary.ts'
import { usePage } from '../context/page-context.ts'

/** A URL without its scheme, an e-mail address or a phone number, as a link. */
export function AddressValue({ schema, value }: ValueProps) {
  const { theme } = usePage()
  const text = plainText(value).trim()
  if (!text) return null
  const address = linkAddresses[schema.type] ?? ((url: string) => url)
  const shown = schema.type === 'url' ? text.replace(/^https?:\/\/(www\.)?|\/$/g, '') : text
  return (
    <SafeLink href={address(text)} className={notion.link.text}>
      {theme === 'notion' && schema.type === 'url' ? shownAddress(shown) : shown}
    </SafeLink>
  )
}

/** The host, and the rest, which matters less. */
function shownAddress(text: string) {
  const end = text.search(/[/?#]/)
  if (end <= 0) return text
  return (
    <>
      {text.slice(0, end)}
      <span className={notion.property.sitePath}>{text.slice(end)}</span>
    </>
  )
}

/** The address to link to; undefined if it is not a valid e-mail address or phone number. */
const linkAddresses: Record<string, (text: string) => string | undefined> = {
  email: (text) => (/^[^\s@:/?]+@[^\s@:/?]+$/.test(text) ? `mailto:${text}` : undefined),
  phone_number: (text) =>
    /^[+(]?\d[\d\s().\-/]*$/.test(text) ? `tel:${text.replaceAll(/[^+\d]/g, '')}` : undefined
}
