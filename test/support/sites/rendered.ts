import type { Block } from 'notion-types'

import { record, testId, workspaceOf } from '../workspaces/records.ts'
import { openSite } from './site.ts'

type Fields = Record<string, unknown>

/** The rendered first block of the root page; `inside` are its child blocks. */
export async function renderedBlock(fields: Fields & { type: string }, inside: Block[] = []) {
  return renderedPage([record(2, fields)], inside)
}

/** The HTML of the content of a root page with these blocks. */
export async function renderedPage(shown: Block[], inside: Block[] = []): Promise<string> {
  const ids = shown.map((block) => block.id)
  const { app } = await openSite({ workspace: workspaceOf(ids, [...shown, ...inside]) })
  const reply = await app.inject('/')
  // A further page of the test then needs no process of its own.
  await app.close()
  if (reply.statusCode !== 200)
    throw new Error(`the page answers ${reply.statusCode}: ${words(reply.body)}`)
  return ownClasses(/<article[^>]*>(.*)<\/article>/s.exec(reply.body)?.[1] ?? '')
}

/**
 * HTML without the class names of react-notion-x, which `vocabulary.test.ts` checks on whole pages.
 */
export function ownClasses(html: string): string {
  return html.replaceAll(/ class="([^"]*)"/g, (_all, list: string) => {
    const own = list.split(' ').filter((name) => !/^notion(-|$)/.test(name))
    return own.length > 0 ? ` class="${own.join(' ')}"` : ''
  })
}

/** The HTML of a paragraph with this rich text. */
export async function renderedText(...title: unknown[]): Promise<string> {
  return renderedBlock({ type: 'text', properties: { title } })
}

/** The text of HTML, without elements. */
export function words(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** A child block of block 2. */
export function inner(number: number, fields: Fields & { type: string }): Block {
  return record(number, { parent_id: testId(2), ...fields })
}

/** The title property of a record. */
export const titled = (text: string) => ({ properties: { title: [[text]] } })
