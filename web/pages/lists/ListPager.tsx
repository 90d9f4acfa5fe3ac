import { useMessages } from '../../messages.ts'
import { formatCount } from '../../../site/locales/formatters.ts'

/** A part of a list of pages. */
export interface ListPart {
  /** Number of entries before it. */
  from: number
  /** Maximum number of entries in a part. */
  size: number
  total: number
  /** Whether the list has more than `total` entries, uncounted. */
  isMore?: boolean
}

/** The shown range and links to the parts before and after. `href` is the list's address. */
export function ListPager(props: { part: ListPart; href: string; language: string }) {
  const { part, href, language } = props
  const messages = useMessages()
  const { from, size, total, isMore = false } = part
  if (total <= size) return null
  const number = (value: number) => formatCount(value, language)
  const at = (start: number) => `${href}${href.includes('?') ? '&' : '?'}from=${start}`
  const before = from - size
  const end = Math.min(from + size, total)
  return (
    <nav className="list-pager" aria-label={messages.lists.parts}>
      {from > 0 && (
        <a rel="prev" href={before > 0 ? at(before) : href}>
          {messages.lists.previous}
        </a>
      )}
      <span>
        {messages.lists.range({
          from: number(from + 1),
          to: number(end),
          total: number(total),
          isMore
        })}
      </span>
      {end < total && (
        <a rel="next" href={at(end)}>
          {messages.lists.next}
        </a>
      )}
    </nav>
  )
}
