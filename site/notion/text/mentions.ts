import type { FormattedDate } from 'notion-types'

import { shortLabel } from './short-label.ts'

/** A mark of a part of a text: its kind, and what it says. */
export type Mark = [kind: string, argument: unknown]

/** What a part of a text mentions: a page, a person, a date, an address, … by the code of its mark. */
export interface Mention {
  kind: string
  value: unknown
}

/**
 * Names what is mentioned by its id and the kind of mention. What it says where it does not know
 * better stands in the text.
 */
export type NameOf = (id: string, kind: string) => string | undefined

/** Stands in a record for what a mention names. */
export const MENTION_CHARACTER = '‣'
/** Stands in a record for a formula. */
export const FORMULA_CHARACTER = '⁍'

const known = new Set(['p', 'u', 'd', 'lm', 'eoi', 'ce', 'tv'])

/** Marks of how words look, where they lead and who remarked on them: of those a sign is no mention. */
const styles = new Set(['a', 'b', 'i', 's', '_', 'c', 'h', 'm', 'si', 'sr', 'sa', 'sua'])

/**
 * What a part mentions: by a mark of a kind that is known, or, where it has only the sign for
 * something, by whatever mark it has. A sign without one is a sign that somebody typed.
 */
export function mentionIn(text: string, marks: Mark[]): Mention | undefined {
  const isSign = text === MENTION_CHARACTER || text === FORMULA_CHARACTER
  const found =
    marks.find(([kind]) => known.has(kind)) ??
    (isSign ? marks.find(([kind]) => !styles.has(kind)) : undefined)
  return found && { kind: found[0], value: found[1] }
}

/** A mention whose kind this site does not know, so that nobody can tell what it names. */
export function isUnknown({ kind }: Mention): boolean {
  return !known.has(kind)
}

const missing = new Map([
  ['p', 'a page that is not here'],
  ['u', 'someone'],
  ['d', 'a date'],
  ['lm', 'a link'],
  ['eoi', 'something that is not here'],
  ['ce', ':emoji:']
])

/** What stands for a mention that names nothing a reader could be shown. */
function missingWords(kind: string): string {
  return missing.get(kind) ?? 'something that cannot be shown here'
}

/** A mention in words; a name may be long, and mentioned in thousands of places. */
export function mentionText(mention: Mention, nameOf: NameOf): string {
  const { kind, value } = mention
  if (isUnknown(mention)) return nameOf('', kind) ?? missingWords(kind)
  return (
    extraText(mention) || shortLabel(nameOf(typeof value === 'string' ? value : '', kind) ?? '')
  )
}

/** The words that a mention has in itself; none where it only has an id. */
function extraText({ kind, value }: Mention): string | undefined {
  if (kind === 'tv') return templateText(value)
  const { title, href } = kind === 'lm' ? linkOf(value) : {}
  const date = kind === 'd' ? normalizeDate(value) : undefined
  return date ? dateText(date) : title || href
}

/** What the workspace fills in where a template is used: `today`, `now` or `me`. */
export function templateText(value: unknown): string {
  const { type } = fieldsOf(value)
  return typeof type === 'string' && type !== '' ? type : 'today'
}

/** Title and address of a mentioned link, as far as they are text. */
export function linkOf(value: unknown): { title?: string; href?: string } {
  const { title, href } = fieldsOf(value)
  return {
    ...(typeof title === 'string' && { title }),
    ...(typeof href === 'string' && { href })
  }
}

/** A date of a record with nothing in its fields but text; undefined for what is no date. */
export function normalizeDate(value: unknown): FormattedDate | undefined {
  const fields = fieldsOf(value)
  if (typeof fields['start_date'] !== 'string') return undefined
  const texts = Object.entries(fields).filter(([, field]) => typeof field === 'string')
  // What a date has to have was found to be text.
  return Object.fromEntries(texts) as unknown as FormattedDate
}

/** A date as words: `2025-07-31`, `2025-07-31 18:00 → 20:30`. */
function dateText(date: FormattedDate): string {
  const start = spaced(date.start_date, date.start_time)
  const endDate = date.end_date === date.start_date ? undefined : date.end_date
  const end = spaced(endDate, date.end_time)
  return end ? `${start} → ${end}` : start
}

function spaced(...words: (string | undefined)[]): string {
  return words.filter(Boolean).join(' ')
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
