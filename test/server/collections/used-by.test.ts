import { expect, test } from 'vitest'

import { testId } from '../../support/workspaces/records.ts'
import { openRowSite, rowId, to, wordsOf } from '../../support/sites/row-site.ts'

const here = { type: 'relation', collection_id: testId(500) }

/** Text and links of the section of related rows. */
async function usedBy(options: Parameters<typeof openRowSite>[0], path: string) {
  const { app } = await openRowSite(options)
  const { body } = await app.inject(path)
  // A further site of the test then needs no process of its own.
  await app.close()
  const section = /<section class="used-by".*?<\/section>/s.exec(body)?.[0]
  const links = [...(section ?? '').matchAll(/href="(.*?)"/g)].map(([, href]) => href)
  return { words: wordsOf(section), links }
}

test('a row lists the rows that relate to it, also for one-way relations', async () => {
  const schema = { needs: { ...here, name: 'Needs' }, near: { ...here, name: 'Near' } }
  const rows = [{}, { needs: to(rowId(0)) }, { needs: to(rowId(0)), near: to(rowId(0), rowId(1)) }]
  const { words, links } = await usedBy({ schema, rows }, '/row-0')
  expect(words).toBe('Used by Lamps as Needs Row 1 Row 2 Lamps as Near Row 2')
  expect(links).toEqual(['/row-1', '/row-2', '/row-2'])
})

test('rows shown by the other side of a relation are not listed again', async () => {
  const schema = {
    needs: { ...here, property: 'feeds' },
    feeds: { ...here, property: 'needs' }
  }
  const rows = [{ feeds: to(rowId(1)) }, { needs: to(rowId(0)) }, { needs: to(rowId(0)) }]
  const { links } = await usedBy({ schema, rows }, '/row-0')
  expect(links).toEqual(['/row-2'])
})

test('a row without relations from other rows has no such list', async () => {
  const options = { schema: { needs: here }, rows: [{ needs: to(rowId(0)) }, {}] }
  expect((await usedBy(options, '/row-0')).words).toBeUndefined()
  expect((await usedBy(options, '/row-1')).words).toBeUndefined()
})

test('the first fifty related rows are links and the others are counted', async () => {
  const rows = Array.from({ length: 61 }, (_, index) => (index > 0 ? { needs: to(rowId(0)) } : {}))
  const { words, links } = await usedBy({ schema: { needs: here }, rows }, '/row-0')
  expect(links).toHaveLength(50)
  expect(words).toContain('and 10 more')
})
