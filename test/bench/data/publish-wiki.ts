import type { Block, Collection } from 'notion-types'

import { openMirrorForSync } from '../../../db/mirror/open-mirror.ts'
import { publish } from '../../../db/publish/publish.ts'
import { ROOT_ID, pageBlock, record, testId, textBlock } from '../../support/workspaces/records.ts'
import { testConfig } from '../../support/workspaces/test-config.ts'
import type { CorpusPage } from '../names/search-corpus.ts'

const SPACE_ID = testId(0)
const COLLECTION_ID = testId(500)
const SHOWN_ID = testId(600)
/** Every fifth page is a row of the collection that the questions of the guide name. */
const ROW_SHARE = 5
const DAY_MS = 86_400_000
const START_MS = Date.UTC(2025, 0, 1)

/** Publishes the pages of a corpus as a wiki with rows, links, dates and pictures, without a walk. */
export async function publishWiki(file: string, corpus: CorpusPage[]): Promise<void> {
  const mirror = openMirrorForSync(file)
  await publish(mirror, {
    run: { startedAt: 1, finishedAt: 2, requests: 0, account: {}, exitCode: 0 },
    config: testConfig(ROOT_ID),
    walkResult: {
      rootPageId: ROOT_ID,
      spaceId: SPACE_ID,
      blocks: () => blocksOf(corpus),
      collections: () => [techniques()],
      views: () => [],
      users: () => [],
      names: () => new Map(corpus.map((page, index) => [pageId(index), titleOf(index, page)])),
      assets: [],
      absences: new Map()
    }
  })
  mirror.$client.close()
}

const pageId = (index: number) => testId(1_000_000 + index)
/** The questions of the guide name the first row. */
const titleOf = (index: number, { title }: CorpusPage) => (index === 0 ? 'Lantern Step' : title)

function techniques(): Collection {
  const schema = {
    title: { name: 'Technique', type: 'title' },
    level: { name: 'Oil cost', type: 'number' },
    rank: { name: 'Grade', type: 'select' },
    others: { name: 'Materials', type: 'relation' },
    since: { name: 'Since', type: 'date' }
  }
  const fields = {
    id: COLLECTION_ID,
    version: 1,
    name: [['Techniques']],
    parent_id: SHOWN_ID,
    schema
  }
  // Only the fields that a publication reads.
  return fields as unknown as Collection
}

function* blocksOf(corpus: CorpusPage[]): Iterable<Block> {
  const own = corpus.flatMap((_, index) => (index % ROW_SHARE === 0 ? [] : [pageId(index)]))
  const home = { parent_id: SPACE_ID, parent_table: 'space', content: [...own, SHOWN_ID] }
  yield pageBlock(1, 'Home', home)
  yield record(600, { type: 'collection_view', collection_id: COLLECTION_ID, view_ids: [] })
  for (const [index, page] of corpus.entries()) yield* pageOf(index, { page, size: corpus.length })
}

function* pageOf(
  index: number,
  { page, size }: { page: CorpusPage; size: number }
): Iterable<Block> {
  const first = 10_000_000 + index * 100
  const count = page.sections.length * 2
  const ids = Array.from({ length: count + 1 }, (_, at) => testId(first + at))
  const isRow = index % ROW_SHARE === 0
  // Not in the order of the pages, as edits are.
  const edited = START_MS + ((index * 7919) % size) * (DAY_MS / 24)
  yield pageBlock(1_000_000 + index, page.title, {
    content: ids,
    created_time: edited,
    last_edited_time: edited,
    ...(isRow && rowFields(index, { page, size }))
  })
  const parent = { parent_id: pageId(index) }
  for (const [at, { heading, text }] of page.sections.entries()) {
    yield record(first + 2 * at, {
      type: 'header',
      ...parent,
      properties: { title: [[heading]] }
    })
    const mention = ['‣', [['p', pageId((index * 31 + at * 7) % size)]]]
    const title = at === 0 ? [[text], mention] : [[text]]
    yield textBlock(first + 2 * at + 1, '', { ...parent, properties: { title } })
  }
  const source = [[`https://files.example.org/${index}.png`]]
  yield record(first + count, { type: 'image', ...parent, properties: { source } })
}

function rowFields(index: number, { page, size }: { page: CorpusPage; size: number }) {
  const since = { type: 'date', start_date: `202${index % 7}-0${1 + (index % 9)}-11` }
  return {
    parent_id: COLLECTION_ID,
    parent_table: 'collection',
    properties: {
      title: [[titleOf(index, page)]],
      level: [[String(index % 100)]],
      rank: [[['low', 'middle', 'high'][index % 3]]],
      others: [['‣', [['p', pageId((index * 17) % size)]]]],
      since: [['‣', [['d', since]]]]
    }
  }
}
