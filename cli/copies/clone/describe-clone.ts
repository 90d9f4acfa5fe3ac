import { readMirror } from '../../../db/mirror/open-mirror.ts'
import { terminalText } from '../../formats/terminal-text.ts'
import type { CloneResult } from './clone.ts'
import { counted, megabytes } from '../../formats/quantities.ts'
import { utcMinute } from '../../formats/utc-minute.ts'

/** The content of a clone; keys of the document that `fansite clone --json` prints. */
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

/** Reads the counts of a cloned mirror. Throws when it has no publication. */
export function readCloneFacts(file: string): CloneFacts {
  const sql = `
    select coalesce((select title from page where path = '/'), '') as title,
           generation, published_at, pages, blocks, rows, collections, assets from mirror`
  const facts = readMirror(file, ({ $client }) => $client.prepare<[], CloneFacts>(sql).get())
  if (!facts) throw new Error(`${file} has no publication`)
  return facts
}

/** The output of `fansite clone`, by line; `dataDir` is that of `--data`. */
export function describeClone(
  result: CloneResult,
  facts: CloneFacts,
  dataDir: string | undefined
): string[] {
  const dataArgument = dataDir === undefined ? '' : ` --data ${shellWord(dataDir)}`
  const { file, isChanged, keptAs, assets } = result
  return [
    `${isChanged ? 'cloned' : 'unchanged'}: ${terminalText(facts.title)}, generation ${facts.generation}, published ${utcMinute(facts.published_at)}`,
    `${counted(facts.pages, 'page')}, ${counted(facts.blocks, 'block')}, ${counted(facts.rows, 'row')} in ${counted(facts.collections, 'collection')}; ${describeFiles(facts, assets)}`,
    `mirror: ${file}`,
    ...(keptAs === undefined ? [] : [`the previous mirror is kept as ${keptAs}`]),
    'next:',
    `  npx fansite query "select path, title from pages limit 10"${dataArgument}`,
    `  npx fansite serve${dataArgument}`
  ]
}

/** A word of a command to copy into a shell. */
function shellWord(text: string): string {
  return /^[\p{L}\p{N}\p{M}_./+-]+$/u.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}

function describeFiles(facts: CloneFacts, assets: CloneResult['assets']): string {
  if (!assets) return `without its ${counted(facts.assets, 'file')} (add --files to fetch them)`
  const { files, fetched, fetched_bytes: bytes } = assets
  return `${counted(files, 'file')}, ${fetched} of them fetched now (${megabytes(bytes)})`
}
