import { expect, test } from 'vitest'

import {
  hostileWorkspace,
  levelText,
  lines,
  nested,
  syncedLoops
} from '../../support/workspaces/hostile-pages.ts'
import { publishedSite } from '../../support/sites/published-site.ts'

/** Link targets of the truncation notes of a page. */
async function notesOf(blocks: Parameters<typeof hostileWorkspace>[0]) {
  const { app } = await publishedSite(hostileWorkspace(blocks))
  const { body } = await app.inject('/hostile')
  const notes = [...body.matchAll(/<p class="note">([^<]*)(?:<a href="([^"]*)">)?/g)]
  const readMarkdown = async () => (await app.inject('/hostile.md')).body
  return { app, body, readMarkdown, notes: notes.map(([, text = '', href]) => ({ text, href })) }
}

test('a truncation note links the Markdown of the page, which has the omitted text', async () => {
  const deep = await notesOf(nested(70, ['toggle']))
  expect(deep.notes).toEqual([{ text: expect.stringContaining('too deep'), href: '/hostile.md' }])
  expect(deep.body.includes(levelText(69))).toBe(false)
  expect((await deep.readMarkdown()).includes(levelText(69))).toBe(true)
  // The next site then needs no process of its own.
  await deep.app.close()
  const words = 'long '.repeat(300_000)
  const long = await notesOf(lines(1, () => `${words}end`))
  expect(long.notes).toEqual([{ text: expect.stringContaining('too long'), href: '/hostile.md' }])
  expect(long.body.includes('long end')).toBe(false)
  expect((await long.readMarkdown()).includes('long end')).toBe(true)
})

test('the note of a repeated block has no link', async () => {
  const { notes } = await notesOf(syncedLoops(1))
  expect(notes).toEqual([{ text: expect.stringContaining('repeats itself'), href: undefined }])
})
