import { SQLiteSyncDialect, getTableConfig } from 'drizzle-orm/sqlite-core'
import type { Block } from 'notion-types'

import { isSpoilerPath } from '../../site/spoilers/spoiler-path.ts'
import type { Mirror } from '../mirror/open-mirror.ts'
import type { NameLookup } from '../publish/record-target.ts'
import { pageContentReader } from '../records/page-content.ts'
import { type DigestedPage, pageDigest } from '../records/page-digest.ts'
import { readRecordNames } from '../records/record-names.ts'
import { tables } from '../schema/tables.ts'
import { changedTables } from '../publish/table-digests.ts'
import { storedValue } from '../mirror/table-writer.ts'
import { viewFault } from './view-fault.ts'
import { blockRow } from '../publish/write-records.ts'

/** A difference between a mirror and its publication. */
export interface Damage {
  /** `integrity`, `rule`, `foreign key`, `digest`, `column`, `view` or `tree`. */
  kind: string
  /** The table, page path or block; `file` for the file as a whole. */
  where: string
  what: string
}

interface StoredPage extends DigestedPage {
  digest: string
}

/**
 * Finds damage in a mirror: in the file, in references between tables, in pages whose records have
 * changed since they were published, and in columns that differ from their record. Unlike SQLite's
 * own check, it detects a flipped bit in a text.
 */
export function findDamage(mirror: Mirror): Damage[] {
  const faults = integrityFaults(mirror)
  const unreadable = faults.length > 0 ? faults : violatedConstraints(mirror)
  // A file that cannot be read cannot be compared.
  return unreadable.length > 0
    ? unreadable
    : [
        ...brokenReferences(mirror),
        ...changedPages(mirror),
        ...changedBlocks(mirror),
        ...changedTables(mirror).map(changedTable),
        ...changedViews(mirror),
        ...brokenTree(mirror)
      ]
}

function integrityFaults({ $client }: Mirror): Damage[] {
  const findings = $client.pragma('integrity_check(20)') as { integrity_check: string }[]
  return findings
    .filter((finding) => finding.integrity_check !== 'ok')
    .map((finding) => ({ kind: 'integrity', where: 'file', what: finding.integrity_check }))
}

/** Evaluates the CHECK constraints: `integrity_check` omits them for a file that is open read-only. */
function violatedConstraints({ $client }: Mirror): Damage[] {
  const dialect = new SQLiteSyncDialect()
  return tables.flatMap((table) => {
    const { name, checks } = getTableConfig(table)
    return checks.flatMap((rule) => {
      const { sql } = dialect.sqlToQuery(rule.value)
      const isBroken = $client.prepare(`select 1 from ${name} where not (${sql})`).get()
      const what = `a row violates the constraint ${rule.name}`
      return isBroken ? [{ kind: 'rule', where: name, what }] : []
    })
  })
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
    what: `row ${rowid} references a missing row of ${parent}`
  }))
}

function changedPages(mirror: Mirror): Damage[] {
  // The digest does not depend on what is covered.
  const known = readRecordNames(mirror)
  const names = { get: (id: string) => known.get(id), covers: () => false }
  const readContent = pageContentReader(mirror, { names, site: null })
  const pages = mirror.$client.prepare<[], StoredPage>('select * from page order by position').all()
  return pages.flatMap((page) => {
    const content = readContent(page.id)
    if (pageDigest(page, content.digest) === page.digest) return []
    return [
      {
        kind: 'digest',
        where: page.path,
        what: 'the page or its blocks differ from the publication'
      }
    ]
  })
}

function changedTable(table: string): Damage {
  return { kind: 'digest', where: table, what: 'its rows differ from the publication' }
}

function changedViews({ $client }: Mirror): Damage[] {
  const fault = viewFault($client)
  return fault === undefined ? [] : [{ kind: 'view', where: 'file', what: `it ${fault}` }]
}

/** Finds pages that are not below any page without a parent: they are in a cycle. */
function brokenTree({ $client }: Mirror): Damage[] {
  const pages = $client
    .prepare<[], string>(
      `with recursive placed (id) as (
         select id from page where parent_page_id is null
         union
         select page.id from placed join page on page.parent_page_id = placed.id
       )
       select path from page where id not in (select id from placed) order by path`
    )
    .pluck()
    .all()
  return pages.map((where) => ({ kind: 'tree', where, what: 'the page is in a cycle of parents' }))
}

/** Compares the columns of each block with its record. */
function changedBlocks(mirror: Mirror): Damage[] {
  const names = readRecordNames(mirror)
  const nameOf = (id: string) => names.get(id)
  const isTitle = withheldTitles(mirror, nameOf)
  const blocks = mirror.$client.prepare<[], Record<string, unknown> & { id: string; raw: string }>(
    'select * from block order by id'
  )
  const found: Damage[] = []
  for (const { raw, ...columns } of blocks.iterate()) {
    const expected = blockRow(JSON.parse(raw) as Block, nameOf)
    const wrong = Object.entries(expected).filter(
      ([name, value]) =>
        columns[name] !== storedValue(value) &&
        !(name === 'title' && isTitle(raw, String(columns[name])))
    )
    for (const [name] of wrong) {
      const what = `column ${name} differs from the record`
      found.push({ kind: 'column', where: `block ${columns.id}`, what })
    }
  }
  return found
}

/**
 * Returns a function that tells whether a title is right except for the names of spoilers: the copy of
 * the opened spoilers has their labels in texts, which depend on the language of the site.
 */
function withheldTitles({ $client }: Mirror, nameOf: NameLookup) {
  const pathOf = $client
    .prepare<[string], string>(
      'select page.path from block join page on page.id = block.page_id where block.id = ?'
    )
    .pluck()
  return (raw: string, title: string): boolean => {
    const gap = '\0'
    const withGaps = (id: string) => (isSpoilerPath(pathOf.get(id) ?? '') ? gap : nameOf(id))
    const [start = '', ...parts] = blockRow(JSON.parse(raw) as Block, withGaps).title.split(gap)
    let end = title.startsWith(start) ? start.length : -1
    for (const part of parts) {
      const at = end === -1 ? -1 : title.indexOf(part, end)
      end = at === -1 ? -1 : at + part.length
    }
    return end !== -1 && parts.length > 0 && title.endsWith(parts.at(-1) ?? '')
  }
}
