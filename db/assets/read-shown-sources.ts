import type { Block, Collection } from 'notion-types'

import { blockFiles, collectionFiles } from '../../site/notion/files/file-sources.ts'
import type { Mirror } from '../mirror/open-mirror.ts'
import { Yielder } from '../mirror/yielder.ts'

const BLOCKS_AT_ONCE = 500

/**
 * The source addresses of all files that blocks, collections and people show. With excluded pages, those
 * of their blocks are left out. Takes seconds for a large mirror, in short tasks.
 */
export async function readShownSources(mirror: Mirror): Promise<Set<string>> {
  const yielder = new Yielder()
  const found = new Set<string>()
  for (const part of shownSources(mirror)) {
    for (const source of part) found.add(source)
    await yielder.due()
  }
  return found
}

/** Like `readShownSources`, but in one task: for a process that may be blocked. */
export function readShownSourcesAtOnce(mirror: Mirror): Set<string> {
  return new Set([...shownSources(mirror)].flat())
}

function* shownSources({ $client }: Mirror): Generator<string[]> {
  const next = $client.prepare<[string, number], { id: string; raw: string }>(
    'select id, raw from block where id > ? order by id limit ?'
  )
  const collections = $client.prepare<[], string>('select raw from collection').pluck().all()
  yield $client
    .prepare<[], string>('select avatar from user where avatar is not null')
    .pluck()
    .all()
  yield collections.flatMap((raw) => sources(collectionFiles(JSON.parse(raw) as Collection)))
  for (let last = ''; ;) {
    const blocks = next.all(last, BLOCKS_AT_ONCE)
    yield blocks.flatMap(({ raw }) => sources(blockFiles(JSON.parse(raw) as Block)))
    if (blocks.length < BLOCKS_AT_ONCE) return
    last = blocks.at(-1)?.id ?? ''
  }
}

const sources = (files: { source: string }[]) => files.map(({ source }) => source)
