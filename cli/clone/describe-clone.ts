import { openMirrorForReading } from '../../db/mirror/open-mirror.ts'
import { tamed } from '../formats/terminal-text.ts'
import type { CloneResult } from './clone.ts'

/** What a clone holds; the keys of the document that `fansite clone --json` prints. */
export interface CloneFacts {
  title: string
  generation: number
  /** UTC milliseconds. */
  published_at: number
  pages: number
  blocks: number
  rows: number
  collections: number
  assets: number
}

/** Reads what a mirror that was cloned holds. */
export function readCloneFacts(file: string): CloneFacts {
  const { $client } = openMirrorForReading(file)
  try {
    const facts = $client
      .prepare<[], CloneFacts>(
        `select coalesce((select title from page where path = '/'), '') as title,
                generation, published_at, pages, blocks, rows, collections, assets from mirror`
      )
      .get()
    if (!facts) throw new Error(`${file} holds no publication`)
    return facts
  } finally {
    $client.close()
  }
}

/** Says on stdout what there is now and what can be done with it. */
export function describeClone(
  result: CloneResult,
  facts: CloneFacts,
  dataArgument: string
): string[] {
  const { file, isChanged, keptAs, assets } = result
  const published = new Date(facts.published_at).toISOString().slice(0, 16).replace('T', ' ')
  return [
    `${isChanged ? 'cloned' : 'unchanged'}: ${tamed(facts.title)}, generation ${facts.generation}, published ${published} UTC`,
    `${facts.pages} pages, ${facts.blocks} blocks, ${facts.rows} rows in ${facts.collections} collections; ${describeFiles(facts, assets)}`,
    `it is ${file}`,
    ...(keptAs === undefined ? [] : [`the mirror that was there is kept as ${keptAs}`]),
    'next:',
    `  npx fansite query "select path, title from pages limit 10"${dataArgument}`,
    `  npx fansite serve${dataArgument}`
  ]
}

function describeFiles(facts: CloneFacts, assets: CloneResult['assets']): string {
  if (!assets) return `its ${facts.assets} files stay at the site (--files fetches them)`
  const { files, fetched, fetched_bytes: bytes } = assets
  return `${files} files, ${fetched} of them fetched now (${(bytes / 1e6).toFixed(1)} MB)`
}
