import type { FormattedDate } from 'notion-types'

import { fieldsOf } from '../is-fields.ts'
import { objectText } from './mentioned-object.ts'
import { shortLabel } from './short-label.ts'

/** A mark (decoration) of a text segment: its kind and argument. */
export type Mark = [kind: string, argument: unknown]

/** A mention of a page, person, date, link or other object, by the kind of its mark. */
export interface Mention {
  kind: string
  value: unknown
}

/**
 * Returns the name of a mentioned record by its id and the kind of mention. The result becomes part
 * of the text, also if it is a placeholder.
 */
export type NameOf = (id: string, kind: string) => string | undefined

/** Placeholder in a record's text for a mention. */
export const MENTION_CHARACTER = '‣'
/** Placeholder in a record's text for an equation. */
export const FORMULA_CHARACTER = '⁍'

const known = new Set(['p', 'u', 'd', 'lm', 'eoi', 'ce', 'tv'])

/**
 * Marks for style, links and comments; a placeholder character with one of these is not a mention.
 */
const styles = new Set(['a', 'b', 'i', 's', '_', 'c', 'h', 'm', 'si', 'sr', 'sa', 'sua'])

/**
 * The mention of a text segment: the mark of a known kind or, if the text is only a placeholder
 * character, a mark of any kind but style. A placeholder character without a mark is ordinary text.
 */
export function mentionIn(text: string, marks: readonly Mark[]): Mention | undefined {
  const isPlaceholder = text === MENTION_CHARACTER || text === FORMULA_CHARACTER
  const found =
    marks.find(([kind]) => known.has(kind)) ??
    (isPlaceholder ? marks.find(([kind]) => !styles.has(kind)) : undefined)
  return found && { kind: found[0], value: found[1] }
}

/** Whether the mention is of an unknown kind, so that its name cannot be determined. */
export function isUnknown(mention: Mention): boolean {
  return !known.has(mention.kind) && objectText(mention, () => undefined) === undefined
}

const placeholders = new Map([
  ['p', 'a page that is not here'],
  ['u', 'someone'],
  ['d', 'a date'],
  ['lm', 'a link'],
  ['eoi', 'something that is not here'],
  ['ce', ':emoji:']
])

/** Text of a mention whose target cannot be shown. */
export function placeholderText(kind: string): string {
  return placeholders.get(kind) ?? 'something that cannot be shown here'
}

/** Text of a mention. Names are shortened, as a long name may be mentioned thousands of times. */
export function mentionText(mention: Mention, nameOf: NameOf): string {
  const { kind, value } = mention
  if (!known.has(kind)) {
    const object = objectText(mention, (id) => nameOf(id, 'u'))
    return object === undefined ? (nameOf('', kind) ?? placeholderText(kind)) : shortLabel(object)
  }
  return (
    extraText(mention) || shortLabel(nameOf(typeof value === 'string' ? value : '', kind) ?? '')
  )
}

/** Text that the mention itself contains; undefined if it has only an id. */
function extraText({ kind, value }: Mention): string | undefined {
  if (kind === 'tv') return templateText(value)
  const { title, href } = kind === 'lm' ? linkOf(value) : {}
  const date = kind === 'd' ? normalizeDate(value) : undefined
  return date ? dateText(date) : title || href
}

/** The value that Notion fills in when a template is used: `today`, `now` or `me`. */
export function templateText(value: unknown): string {
  const { type } = fieldsOf(value)
  return typeof type === 'string' && type !== '' ? type : 'today'
}

/** A mentioned link, with what its site says about itself. */
interface MentionedLink {
  title?: string
  href?: string
  description?: string
  link_provider?: string
}

/** A mentioned link; fields that are not text are dropped. */
export function linkOf(value: unknown): MentionedLink {
  const { title, href, description, link_provider } = fieldsOf(value)
  const fields = Object.entries({ title, href, description, link_provider })
  return Object.fromEntries(fields.filter(([, field]) => typeof field === 'string'))
}

/** A date with all fields that are not text dropped; undefined if the value is not a date. */
export function normalizeDate(value: unknown): FormattedDate | undefined {
  const fields = fieldsOf(value)
  if (typeof fields['start_date'] !== 'string') return undefined
  const entries = Object.entries(fields)
  const texts = entries.filter(([, field]) => typeof field === 'string')
  // Most have no other fields, and need no copy: a table has thousands of dates.
  if (texts.length === entries.length) return fields as unknown as FormattedDate
  // `start_date`, the only required field, is text.
  return Object.fromEntries(texts) as unknown as FormattedDate
}

/** A date as text: `2025-07-31`, `2025-07-31 18:00 → 20:30`. */
function dateText(date: FormattedDate): string {
  const start = spaced(date.start_date, date.start_time)
  const endDate = date.end_date === date.start_date ? undefined : date.end_date
  const end = spaced(endDate, date.end_time)
  return end ? `${start} → ${end}` : start
}

function spaced(...words: (string | undefined)[]): string {
  return words.filter(Boolean).join(' ')
}
