import type { Decoration, FormattedDate } from 'notion-types'

const MENTION = '‣'
const EQUATION = '⁍'

/**
 * The text a reader sees, without marks. Mentions and equations are written out: `‣` and `⁍`
 * stand for them in the record, and what they mean is in the mark. `nameOf` names mentioned pages and users.
 * Half of a surrogate pair, which no file or answer can hold, becomes U+FFFD.
 */
export function plainText(
  text: Decoration[] | undefined,
  nameOf: (id: string) => string | undefined = () => undefined
): string {
  if (!Array.isArray(text)) return ''
  const words = text.map((part) => partText(part, nameOf)).join('')
  return words.toWellFormed()
}

/** The argument of the first mark of a kind, over all parts of a text (`marksOf(text, 'd')`: its dates). */
export function marksOf(text: Decoration[] | undefined, kind: string): unknown[] {
  if (!Array.isArray(text)) return []
  return text.flatMap((part) =>
    marks(part)
      .filter((mark) => mark[0] === kind)
      .map((mark) => mark[1])
  )
}

/** The date of a mark as words: `2025-07-31`, `2025-07-31 18:00 → 20:30`. */
function dateText(date: FormattedDate): string {
  const start = spaced(date.start_date, date.start_time)
  const endDate = date.end_date === date.start_date ? undefined : date.end_date
  const end = spaced(endDate, date.end_time)
  return end ? `${start} → ${end}` : start
}

function spaced(...words: unknown[]): string {
  return words.filter((word) => typeof word === 'string' && word !== '').join(' ')
}

/** The words that a part begins with; empty for what is no part of a text. */
export function headOf(part: Decoration): string {
  // The wire may hold anything.
  const text: unknown = Array.isArray(part) ? part[0] : undefined
  return typeof text === 'string' ? text : ''
}

function partText(part: Decoration, nameOf: (id: string) => string | undefined): string {
  const text = headOf(part)
  if (text === EQUATION) return String(markArgument(part, 'e') ?? '')
  if (text !== MENTION) return text

  const named = markArgument(part, 'p') ?? markArgument(part, 'u')
  if (typeof named === 'string') return nameOf(named) ?? ''
  const date = markArgument(part, 'd')
  return isDate(date) ? dateText(date) : linkMentionTitle(markArgument(part, 'lm'))
}

function linkMentionTitle(value: unknown): string {
  if (typeof value !== 'object' || value === null) return ''
  const { title, href } = value as { title?: unknown; href?: unknown }
  return typeof title === 'string' ? title : typeof href === 'string' ? href : ''
}

function markArgument(part: Decoration, kind: string): unknown {
  return marks(part).find((mark) => mark[0] === kind)?.[1]
}

function marks(part: Decoration): [string, unknown][] {
  // Notion's types name the known marks only; the wire may hold any, and what is none.
  const found: unknown = Array.isArray(part) ? part[1] : undefined
  return Array.isArray(found)
    ? found.filter((mark): mark is [string, unknown] => Array.isArray(mark))
    : []
}

export function isDate(value: unknown): value is FormattedDate {
  if (typeof value !== 'object' || value === null) return false
  return 'start_date' in value && typeof value.start_date === 'string'
}
