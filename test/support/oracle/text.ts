/** A part of a text, as it comes over the wire: words, then marks; anything may be missing or odd. */
export type WirePart = unknown

/** Names mentioned pages and users; undefined for what the mirror does not know. */
export type NameOf = (id: string) => string | undefined

/** A mark of a part: its kind and what it says. */
type Mark = [kind: string, argument?: unknown]

/** The marks of a part; none where the wire holds something else. */
export function marksOf(part: WirePart): Mark[] {
  const marks: unknown = Array.isArray(part) ? part[1] : undefined
  const found = Array.isArray(marks) ? marks.filter((mark) => Array.isArray(mark)) : []
  // Old records wrap a mention once more.
  return found
    .map((mark) => (mark[0] === '‣' && Array.isArray(mark[1]) ? mark[1] : mark))
    .filter((mark): mark is Mark => typeof mark[0] === 'string')
}

/** What the first mark of a kind says. */
export function argumentOf(part: WirePart, kind: string): unknown {
  return marksOf(part).find((mark) => mark[0] === kind)?.[1]
}

/** The words that a part begins with. */
export function headOf(part: WirePart): string {
  const head: unknown = Array.isArray(part) ? part[0] : undefined
  return typeof head === 'string' ? head : ''
}

/** What a reader sees of a text. */
export function wordsOf(value: unknown, nameOf: NameOf = () => undefined): string {
  return Array.isArray(value) ? value.map((part: unknown) => partWords(part, nameOf)).join('') : ''
}

function partWords(part: WirePart, nameOf: NameOf): string {
  const head = headOf(part)
  if (head !== '⁍' && head !== '‣') return head
  const formula = argumentOf(part, 'e')
  if (head === '⁍' && typeof formula === 'string') return formula
  const kinds = marksOf(part).map(([kind]) => kind)
  const kind = kinds.find((each) => /^(p|u|d|lm|eoi|ce|tv)$/.test(each))
  if (kind !== undefined) return mentionWords(kind, argumentOf(part, kind), nameOf)
  const isStyled = kinds.every((each) => /^(a|b|i|s|_|c|h|m|si|sr|sa|sua)$/.test(each))
  // A sign that stands for nothing is one that somebody typed.
  return isStyled ? head : 'something that cannot be shown here'
}

function mentionWords(kind: string, told: unknown, nameOf: NameOf): string {
  if (kind === 'lm') return linkWords(told)
  if (kind === 'd') return isObject(told) && 'start_date' in told ? dateWords(told) : ''
  if (kind === 'tv') return isObject(told) && typeof told['type'] === 'string' ? told['type'] : ''
  return typeof told === 'string' ? shortName(nameOf(told) ?? '') : ''
}

/** A page is mentioned by the first 500 letters of its name at most. */
function shortName(name: string): string {
  return name.length > 500 ? `${name.slice(0, 500).replace(/[\uD800-\uDBFF]$/, '')}…` : name
}

/** `2025-07-31`, `2025-07-31 18:00 → 20:30`. */
export function dateWords(date: Record<string, unknown>): string {
  const { start_date: day, start_time: time, end_date: lastDay, end_time: lastTime } = date
  const start = joined(day, time)
  const end = joined(lastDay === day ? undefined : lastDay, lastTime)
  return end === '' ? start : `${start} → ${end}`
}

function linkWords(link: unknown): string {
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
