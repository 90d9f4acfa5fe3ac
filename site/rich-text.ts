import type { Decoration, FormattedDate } from 'notion-types'

const MENTION = '‣'
const EQUATION = '⁍'

/**
 * The text a reader sees, without marks. Mentions and equations are written out: `‣` and `⁍`
 * stand for them in the record, and what they mean is in the mark. `nameOf` names mentioned pages and users.
 */
export function plainText(
  text: Decoration[] | undefined,
  nameOf: (id: string) => string | undefined = () => undefined
): string {
  if (!Array.isArray(text)) return ''
  return text.map((part) => partText(part, nameOf)).join('')
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
  const start = [date.start_date, date.start_time].filter(Boolean).join(' ')
  const endDate = date.end_date === date.start_date ? undefined : date.end_date
  const end = [endDate, date.end_time].filter(Boolean).join(' ')
  return end ? `${start} → ${end}` : start
}

function partText(part: Decoration, nameOf: (id: string) => string | undefined): string {
  const text = part[0]
  if (text === EQUATION) return String(markArgument(part, 'e') ?? '')
  if (text !== MENTION) return typeof text === 'string' ? text : ''

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
  // Notion's types name the known marks only; the wire may hold any.
  return Array.isArray(part[1]) ? (part[1] as unknown as [string, unknown][]) : []
}

export function isDate(value: unknown): value is FormattedDate {
  return typeof value === 'object' && value !== null && 'start_date' in value
}
