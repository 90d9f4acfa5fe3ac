import { useWords } from '../words.ts'

/** A part of a list of pages. */
export interface ListPart {
  /** How many come before it. */
  from: number
  /** How many one part has at most. */
  size: number
  total: number
}

/** Which part of a list this is, with links to those before and after. `href` is the list's own address. */
export function ListPager(props: { part: ListPart; href: string; language: string }) {
  const { part, href, language } = props
  const words = useWords()
  const { from, size, total } = part
  if (total <= size && from === 0) return null
  const number = (value: number) => value.toLocaleString(language)
  const before = from - size
  const end = Math.min(from + size, total)
  return (
    <nav className="list-pager" aria-label={words.lists.parts}>
      {from > 0 && (
        <a rel="prev" href={before > 0 ? `${href}?from=${before}` : href}>
          {words.lists.previous}
        </a>
      )}
      <span>
        {words.lists.range(number(Math.min(from + 1, total)), number(end), number(total))}
      </span>
      {end < total && (
        <a rel="next" href={`${href}?from=${end}`}>
          {words.lists.next}
        </a>
      )}
    </nav>
  )
}
