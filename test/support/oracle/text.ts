/** A segment of a rich text as sent: text, then marks; anything may be missing or malformed. */
export type WirePart = unknown

/** Returns the name of a mentioned page or user; undefined if the mirror does not contain it. */
export type NameOf = (id: string) => string | undefined

/** A mark of a segment: its kind and argument. */
type Mark = [kind: string, argument?: unknown]

/** The marks of a segment; empty for a malformed one. */
export function marksOf(part: WirePart): Mark[] {
  const marks: unknown = Array.isArray(part) ? part[1] : undefined
  const found = Array.isArray(marks) ? marks.filter((mark) => Array.isArray(mark)) : []
  // Old records wrap a mention once more.
  return found
    .map((mark) => (mark[0] === '‣' && Array.isArray(mark[1]) ? mark[1] : mark))
    .filter((mark): mark is Mark => typeof mark[0] === 'string')
}

/** The argument of the first mark of a kind. */
export function argumentOf(part: WirePart, kind: string): unknown {
  return marksOf(part).find((mark) => mark[0] === kind)?.[1]
}

/** The text of a segment. */
export function headOf(part: WirePart): string {
  const head: unknown = Array.isArray(part) ? part[0] : undefined
  return typeof head === 'string' ? head : ''
}

/** The visible text of a rich text. */
export function plainText(value: unknown, nameOf: NameOf = () => undefined): string {
  return Array.isArray(value) ? value.map((part: unknown) => partText(part, nameOf)).join('') : ''
}

function partText(part: WirePart, nameOf: NameOf): string {
  const head = headOf(part)
  if (head !== '⁍' && head !== '‣') return head
  const formula = argumentOf(part, 'e')
  if (head === '⁍' && typeof formula === 'string') return formula
  const kinds = marksOf(part).map(([kind]) => kind)
  const kind = kinds.find((each) => /^(p|u|d|lm|eoi|ce|tv)$/.test(each))
  if (kind !== undefined) return mentionText(kind, argumentOf(part, kind), nameOf)
  const isStyled = kinds.every((each) => /^(a|b|i|s|_|c|h|m|si|sr|sa|sua)$/.test(each))
  // A placeholder character without a mention is ordinary text.
  return isStyled ? head : 'something that cannot be shown here'
}

function mentionText(kind: string, argument: unknown, nameOf: NameOf): string {
  if (kind === 'lm') return linkText(argument)
  if (kind === 'd') return isObject(argument) && 'start_date' in argument ? dateText(argument) : ''
  if (kind === 'tv')
    return isObject(argument) && typeof argument['type'] === 'string' ? argument['type'] : ''
  return typeof argument === 'string' ? shortName(nameOf(argument) ?? '') : ''
}

/** Mentions shorten names to 500 characters. */
function shortName(name: string): string {
  return name.length > 500 ? `${name.slice(0, 500).replace(/[\uD800-\uDBFF]$/, '')}…` : name
}

/** `2025-07-31`, `2025-07-31 18:00 → 20:30`. */
export function dateText(date: Record<string, unknown>): string {
  const { start_date: day, start_time: time, end_date: lastDay, end_time: lastTime } = date
  const start = joined(day, time)
  const end = joined(lastDay === day ? undefined : lastDay, lastTime)
  return end === '' ? start : `${start} → ${end}`
}

function linkText(link: unknown): string {
  if (!isObject(link)) return ''
  const { title, href } = link
  if (typeof title === 'string' && title !== '') return title
  return typeof href === 'string' ? href : ''
}

function joined(...words: unknown[]): string {
  return words.filter((word) => typeof word === 'string' && word !== '').join(' ')
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
