import type { Color, Decoration, FormattedDate, SubDecoration } from 'notion-types'

import { blockId, pageId, recordId, userId } from './record-ids.ts'

/** Plain text or segments with marks. */
export type Inline = string | Decoration[]

/** Joins plain text and segments to a rich text. */
export function richText(parts: Inline[]): Decoration[] {
  return parts.flatMap((part) => (typeof part === 'string' ? [[part] satisfies Decoration] : part))
}

export const bold = (...parts: Inline[]) => mark(parts, ['b'])
export const italic = (...parts: Inline[]) => mark(parts, ['i'])
export const strike = (...parts: Inline[]) => mark(parts, ['s'])
export const underline = (...parts: Inline[]) => mark(parts, ['_'])

/** Inline code. */
export const mono = (words: string) => mark([words], ['c'])

/** Text in one of Notion's colours. */
export const colored = (color: Color, ...parts: Inline[]) => mark(parts, ['h', color])

/** A link to a URL. */
export const link = (address: string, ...parts: Inline[]) => mark(parts, ['a', address])

/** A link to a page of the workspace, as when a link is pasted. */
export const pageLink = (key: string, ...parts: Inline[]) =>
  mark(parts, ['a', `/${plain(pageId(key))}`])

/** A link to a named block of a page, as when a link to a block is copied. */
export const blockLink = (page: string, block: string, ...parts: Inline[]) =>
  mark(parts, ['a', `/${plain(pageId(page))}#${plain(blockId(block))}`])

/** A mention of a page, shown as its title. */
export const mention = (key: string) => mark(['‣'], ['p', pageId(key)])

/** A mention of a user. */
export const mentionUser = (key: string) => mark(['‣'], ['u', userId(key)])

/** A mention of a date. */
export const mentionDate = (date: FormattedDate) => mark(['‣'], ['d', date])

/** An inline equation in LaTeX. */
export const formula = (latex: string) => mark(['⁍'], ['e', latex])

/** A date. */
export const day = (start_date: string): FormattedDate => ({ type: 'date', start_date })

/** A date range, both ends included. */
export const days = (start_date: string, end_date: string): FormattedDate => ({
  type: 'daterange',
  start_date,
  end_date
})

/** An instant in UTC: `at('2026-03-01', '18:00')`. */
export const at = (start_date: string, start_time: string): FormattedDate => ({
  type: 'datetime',
  start_date,
  start_time,
  time_zone: 'UTC'
})

/** A time range within a day, in a time zone. */
export function hours(start_date: string, times: [string, string], time_zone: string) {
  const [start_time, end_time] = times
  const type = 'datetimerange'
  return { type, start_date, start_time, end_date: start_date, end_time, time_zone } as const
}

/** A date with a reminder. */
export function remindedDay(start_date: string): FormattedDate {
  const reminder = { unit: 'day', value: 1, time: '09:00', defaultTimeZone: 'UTC' }
  const date = { type: 'date', start_date, reminder } as const
  return date
}

/** A mention that a template resolves when it is used. */
export const templateMention = (type: 'today' | 'now' | 'me') => untypedMark(['‣'], 'tv', { type })

/** Text with a comment. */
export const commented = (...parts: Inline[]) => mark(parts, ['m', recordId('discussion')])

/** Text with a suggested insertion or removal. */
export const suggested = (kind: 'insert' | 'remove', ...parts: Inline[]) =>
  untypedMark(parts, kind === 'insert' ? 'si' : 'sr', recordId('discussion'))

/** A mention of a web page with its title. */
export const linkMention = (href: string, title: string, description?: string) =>
  untypedMark(['‣'], 'lm', {
    href,
    title,
    link_provider: new URL(href).hostname,
    ...(description && { description })
  })

/** A mention of an external object; its named block is on the same page. */
export const externalMention = (key: string) => mark(['‣'], ['eoi', blockId(key)])

/** A custom emoji of the workspace. */
export const customEmoji = (name: string) => mark(['‣'], ['ce', recordId(`emoji:${name}`)])

/** A mark that notion-types lacks or defines with other arguments. */
function untypedMark(parts: Inline[], kind: string, value: unknown): Decoration[] {
  return mark(parts, [kind, value] as unknown as SubDecoration)
}

const plain = (id: string) => id.replaceAll('-', '')

function mark(parts: Inline[], added: SubDecoration): Decoration[] {
  return richText(parts).map(([words, marks = []]) => [words, [...marks, added]])
}
