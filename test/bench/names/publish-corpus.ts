import type { Block } from 'notion-types'

import { openMirrorForSync } from '../../../db/mirror/open-mirror.ts'
import { publish } from '../../../db/publish/publish.ts'
import { ROOT_ID, pageBlock, record, testId, textBlock } from '../../support/workspaces/records.ts'
import { testConfig } from '../../support/workspaces/test-config.ts'
import type { CorpusPage } from './search-corpus.ts'

const SPACE_ID = testId(0)
const COLLECTION_ID = testId(500)

/** Publishes a corpus to a mirror file, without a walk. */
export async function publishCorpus(file: string, corpus: CorpusPage[]): Promise<void> {
  const mirror = openMirrorForSync(file)
  const names = new Map(corpus.map(({ title }, index) => [pageId(index), title]))
  await publish(mirror, {
    run: { startedAt: 1, finishedAt: 2, requests: 0, account: {}, exitCode: 0 },
    config: testConfig(ROOT_ID),
    walkResult: {
      rootPageId: ROOT_ID,
      spaceId: SPACE_ID,
      blocks: () => allBlocks(corpus),
      collections: () => [corpusCollection()],
      views: () => [],
      users: () => [],
      names: () => names,
      assets: [],
      absences: new Map()
    }
  })
  mirror.$client.close()
}

const pageId = (index: number) => testId(1_000_000 + index)

function corpusCollection() {
  const schema = {
    title: { name: 'Name', type: 'title' },
    also: { name: 'Aliases', type: 'text' }
  }
  // Only the fields that are read.
  return {
    id: COLLECTION_ID,
    version: 1,
    parent_id: testId(600),
    name: [['Things']],
    schema
  } as never
}

function* allBlocks(corpus: CorpusPage[]): Iterable<Block> {
  yield pageBlock(1, 'Home', {
    parent_id: SPACE_ID,
    parent_table: 'space',
    content: [testId(600)]
  })
  yield record(600, { type: 'collection_view', collection_id: COLLECTION_ID, view_ids: [] })
  for (const [index, { title, alias, sections }] of corpus.entries()) {
    const first = 10_000_000 + index * 100
    yield pageBlock(1_000_000 + index, title, {
      parent_id: COLLECTION_ID,
      parent_table: 'collection',
      properties: { title: [[title]], also: [[alias]] },
      content: sections.flatMap((_, at) => [testId(first + 2 * at), testId(first + 2 * at + 1)])
    })
    for (const [at, { heading, text }] of sections.entries()) {
      const fields = { parent_id: pageId(index), properties: { title: [[heading]] } }
      yield record(first + 2 * at, { type: 'header', ...fields })
      yield textBlock(first + 2 * at + 1, text, { parent_id: pageId(index) })
    }
  }
}
