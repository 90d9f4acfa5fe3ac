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
  const { $client } = mirror
  const yielder = new Yielder()
  const next = $client.prepare<[string, number], { id: string; raw: string }>(
    'select id, raw from block where id > ? order by id limit ?'
  )
  const collections = $client.prepare<[], string>('select raw from collection').pluck().all()
  const avatars = $client.prepare<[], string>('select avatar from user where avatar is not null')
  const found = new Set([
    ...avatars.pluck().all(),
    ...collections.flatMap((raw) => sources(collectionFiles(JSON.parse(raw) as Collection)))
  ])
  let last = ''
  for (;;) {
    const blocks = next.all(last, BLOCKS_AT_ONCE)
    for (const { raw } of blocks) {
      for (const source of sources(blockFiles(JSON.parse(raw) as Block))) found.add(source)
    }
    if (blocks.length < BLOCKS_AT_ONCE) return found
    last = blocks.at(-1)?.id ?? ''
    await yielder.due()
  }
}

const sources = (files: { source: string }[]) => files.map(({ source }) => source)
