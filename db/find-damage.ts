import type { Block } from 'notion-types'

import { plainText } from '../site/rich-text.ts'
import type { Mirror } from './open-mirror.ts'
import { pageContentReader } from './page-content.ts'
import { type DigestedPage, pageDigest } from './page-digest.ts'
import { storedValue } from './table-writer.ts'
import { blockRow } from './write-records.ts'

/** Something in a mirror that is not as it was published. */
export interface Damage {
  /** `integrity`, `foreign key`, `digest` or `column`. */
  kind: string
  /** The table, page or block that it is found in. */
  where: string
  what: string
}

interface StoredPage extends DigestedPage {
  digest: string
}

/**
 * Looks for damage in a mirror: of the file, of references between its tables, of pages whose
 * records are not those they were published with, and of columns that do not say what their record
 * does. A byte that was flipped in a text passes SQLite's own check, and not this one.
 */
export function findDamage(mirror: Mirror): Damage[] {
  const broken = integrityFaults(mirror)
  // What cannot be read cannot be compared either.
  return broken.length > 0
    ? broken
    : [...brokenReferences(mirror), ...changedPages(mirror), ...changedBlocks(mirror)]
}

function integrityFaults({ $client }: Mirror): Damage[] {
  const findings = $client.pragma('integrity_check(20)') as { integrity_check: string }[]
  return findings
    .filter((finding) => finding.integrity_check !== 'ok')
    .map((finding) => ({ kind: 'integrity', where: 'file', what: finding.integrity_check }))
}

function brokenReferences({ $client }: Mirror): Damage[] {
  const findings = $client.pragma('foreign_key_check') as {
    table: string
    parent: string
    rowid: number
  }[]
  return findings.map(({ table, parent, rowid }) => ({
    kind: 'foreign key',
    where: table,
    what: `row ${rowid} names a row of ${parent} that is not there`
  }))
}

function changedPages(mirror: Mirror): Damage[] {
  const readContent = pageContentReader(mirror, readNames(mirror))
  const pages = mirror.$client.prepare<[], StoredPage>('select * from page order by position').all()
  return pages.flatMap((page) => {
    const content = readContent(page.id)
    if (pageDigest(page, content.digest) === page.digest) return []
    return [
      {
        kind: 'digest',
        where: page.path,
        what: 'the page or its blocks are not what was published'
      }
    ]
  })
}

/** Columns beside a block's record say what the record does. */
function changedBlocks(mirror: Mirror): Damage[] {
  const names = readNames(mirror)
  const nameOf = (id: string) => names.get(id)
  const blocks = mirror.$client.prepare<[], Record<string, unknown> & { id: string; raw: string }>(
    'select * from block order by id'
  )
  const found: Damage[] = []
  for (const { raw, ...columns } of blocks.iterate()) {
    const expected = blockRow(JSON.parse(raw) as Block, nameOf)
    const wrong = Object.entries(expected).filter(
      ([name, value]) => columns[name] !== storedValue(value)
    )
    for (const [name] of wrong) {
      const what = `column ${name} does not say what its record does`
      found.push({ kind: 'column', where: `block ${columns.id}`, what })
    }
  }
  return found
}

/** Names of pages and users as they were published with: a title that a title mentions is not in them. */
function readNames({ $client }: Mirror): Map<string, string> {
  const pages = $client.prepare<[], { id: string; raw: string }>(
    `select id, raw from block where type in ('page', 'collection_view_page')`
  )
  const users = $client.prepare<[], [string, string]>('select id, name from user').raw()
  const names = new Map<string, string>()
  for (const { id, raw } of pages.iterate()) {
    names.set(id, plainText((JSON.parse(raw) as Block).properties?.title))
  }
  return new Map([...names, ...users.all()])
}
