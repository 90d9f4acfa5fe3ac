import type { Color, Decoration, FormattedDate, SubDecoration } from 'notion-types'

import { blockId, pageId, recordId, userId } from './record-ids.ts'

/** What a sentence is made of: plain words and marked parts. */
export type Inline = string | Decoration[]

/** Joins words and marked parts to the rich text of a record. */
export function richText(parts: Inline[]): Decoration[] {
  return parts.flatMap((part) => (typeof part === 'string' ? [[part] satisfies Decoration] : part))
}

export const bold = (...parts: Inline[]) => mark(parts, ['b'])
export const italic = (...parts: Inline[]) => mark(parts, ['i'])
export const strike = (...parts: Inline[]) => mark(parts, ['s'])
export const underline = (...parts: Inline[]) => mark(parts, ['_'])

/** A command, an id or a file name inside a sentence. */
export const mono = (words: string) => mark([words], ['c'])

/** Words in one of Notion's colours. */
export const colored = (color: Color, ...parts: Inline[]) => mark(parts, ['h', color])

/** Words that lead to an address. */
export const link = (address: string, ...parts: Inline[]) => mark(parts, ['a', address])

/** Words that lead to a page of the workspace, as a pasted link does. */
export const pageLink = (key: string, ...parts: Inline[]) =>
  mark(parts, ['a', `/${plain(pageId(key))}`])

/** Words that lead to a named block of a page, as a copied link to a block does. */
export const blockLink = (page: string, block: string, ...parts: Inline[]) =>
  mark(parts, ['a', `/${plain(pageId(page))}#${plain(blockId(block))}`])

/** A page inside a sentence, shown by its title. */
export const mention = (key: string) => mark(['‣'], ['p', pageId(key)])

/** An account of the workspace inside a sentence. */
export const mentionUser = (key: string) => mark(['‣'], ['u', userId(key)])

/** A date inside a sentence. */
export const mentionDate = (date: FormattedDate) => mark(['‣'], ['d', date])

/** A formula inside a sentence. */
export const formula = (latex: string) => mark(['⁍'], ['e', latex])

/** A day. */
export const day = (start_date: string): FormattedDate => ({ type: 'date', start_date })

/** From one day to another, both included. */
export const days = (start_date: string, end_date: string): FormattedDate => ({
  type: 'daterange',
  start_date,
  end_date
})

/** A moment in universal time: `at('2026-03-01', '18:00')`. */
export const at = (start_date: string, start_time: string): FormattedDate => ({
  type: 'datetime',
  start_date,
  start_time,
  time_zone: 'UTC'
})

/** From one time to another on the same day, in a time zone. */
export function hours(start_date: string, times: [string, string], time_zone: string) {
  const [start_time, end_time] = times
  const type = 'datetimerange'
  return { type, start_date, start_time, end_date: start_date, end_time, time_zone } as const
}

/** A day of which the workspace reminds its members. */
export function remindedDay(start_date: string): FormattedDate {
  const reminder = { unit: 'day', value: 1, time: '09:00', defaultTimeZone: 'UTC' }
  const date = { type: 'date', start_date, reminder } as const
  return date
}

/** What the workspace fills in where a template is used. */
export const templateMention = (type: 'today' | 'now' | 'me') => unlisted(['‣'], 'tv', { type })

/** Words that somebody has commented on. */
export const commented = (...parts: Inline[]) => mark(parts, ['m', recordId('discussion')])

/** Words that somebody suggests to insert or to remove. */
export const suggested = (kind: 'insert' | 'remove', ...parts: Inline[]) =>
  unlisted(parts, kind === 'insert' ? 'si' : 'sr', recordId('discussion'))

/** A page of another site inside a sentence, with what that site tells of itself. */
export const linkMention = (href: string, title: string) =>
  unlisted(['‣'], 'lm', { href, title, link_provider: new URL(href).hostname })

/** A thing of another service inside a sentence; the block of that name is on the same page. */
export const externalMention = (key: string) => mark(['‣'], ['eoi', blockId(key)])

/** An emoji that the workspace has drawn itself. */
export const customEmoji = (name: string) => mark(['‣'], ['ce', recordId(`emoji:${name}`)])

/** A mark that the types of notion-types leave out, or describe otherwise than records have it. */
function unlisted(parts: Inline[], kind: string, value: unknown): Decoration[] {
  return mark(parts, [kind, value] as unknown as SubDecoration)
}

const plain = (id: string) => id.replaceAll('-', '')

function mark(parts: Inline[], added: SubDecoration): Decoration[] {
  return richText(parts).map(([words, marks = []]) => [words, [...marks, added]])
}
