import { expect, test } from 'vitest'

import { testId } from '../../support/workspaces/records.ts'
import { openRowSite, rowId, to, wordsOf } from '../../support/sites/row-site.ts'

const here = { type: 'relation', collection_id: testId(500) }

/** The words of the section that tells who uses a page, and its links. */
async function usedBy(options: Parameters<typeof openRowSite>[0], path: string) {
  const { app } = await openRowSite(options)
  const { body } = await app.inject(path)
  const section = /<section class="used-by".*?<\/section>/s.exec(body)?.[0]
  const links = [...(section ?? '').matchAll(/href="(.*?)"/g)].map(([, href]) => href)
  return { words: wordsOf(section), links }
}

test('a row tells which rows name it, by relation, though the relation has no other side', async () => {
  const schema = { needs: { ...here, name: 'Needs' }, near: { ...here, name: 'Near' } }
  const rows = [{}, { needs: to(rowId(0)) }, { needs: to(rowId(0)), near: to(rowId(0), rowId(1)) }]
  const { words, links } = await usedBy({ schema, rows }, '/row-0')
  expect(words).toBe('Used by Lamps as Needs Row 1 Row 2 Lamps as Near Row 2')
  expect(links).toEqual(['/row-1', '/row-2', '/row-2'])
})

test('what the other side of a relation shows is not told again', async () => {
  const schema = {
    needs: { ...here, property: 'feeds' },
    feeds: { ...here, property: 'needs' }
  }
  const rows = [{ feeds: to(rowId(1)) }, { needs: to(rowId(0)) }, { needs: to(rowId(0)) }]
  const { links } = await usedBy({ schema, rows }, '/row-0')
  expect(links).toEqual(['/row-2'])
})

test('a row that names itself, or that nobody names, is used by nobody', async () => {
  const options = { schema: { needs: here }, rows: [{ needs: to(rowId(0)) }, {}] }
  expect((await usedBy(options, '/row-0')).words).toBeUndefined()
  expect((await usedBy(options, '/row-1')).words).toBeUndefined()
})

test('of many rows that name one, the first fifty are links and the others counted', async () => {
  const rows = Array.from({ length: 61 }, (_, index) => (index > 0 ? { needs: to(rowId(0)) } : {}))
  const { words, links } = await usedBy({ schema: { needs: here }, rows }, '/row-0')
  expect(links).toHaveLength(50)
  expect(words).toContain('and 10 more')
})
