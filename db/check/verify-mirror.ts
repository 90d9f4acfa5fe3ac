import { existsSync } from 'node:fs'

import Database from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'

import { type Damage, findDamage } from './find-damage.ts'
import { foreignTables } from './foreign-tables.ts'
import { MirrorError, explained, newerSchema } from '../mirror/mirror-error.ts'
import { MIGRATIONS_TABLE, type Mirror, emptyMirror } from '../mirror/open-mirror.ts'
import { type PublicationFacts, readIdentity } from '../mirror/read-identity.ts'
import { explainWal } from '../mirror/wal-access.ts'
import { viewFault } from './view-fault.ts'

type Client = Database.Database

/**
 * Verifies that a file of unknown origin is an intact mirror of this version of fansite, without
 * additional triggers, views or tables, except `foreignTables`. Nothing is read through the file's
 * schema before the schema is verified. Returns the publication; throws `MirrorError` with the first
 * fault.
 */
export function verifyMirror(file: string): PublicationFacts {
  const { publication, damage } = inspectForeign(file)
  const [first] = damage
  if (!first) return publication
  const what = `${first.where}: ${oneLine(first.what)}`
  throw new MirrorError(`${file} is damaged; make or fetch another copy (${what})`)
}

/**
 * Like `verifyMirror`, but returns the damage of the content. Throws `MirrorError` if the file is not a
 * mirror of this version, or cannot be read.
 */
export function inspectForeign(file: string): { publication: PublicationFacts; damage: Damage[] } {
  const mirror = openForeign(file)
  try {
    return explained(file, () => inspectOpen(mirror))
  } catch (error) {
    throw asFault(error, file)
  } finally {
    mirror.$client.close()
  }
}

/** Opens a file with the pragmas that SQLite recommends for untrusted databases. */
function openForeign(file: string): Mirror {
  if (!existsSync(file)) {
    throw new MirrorError(
      `${file} does not exist; name a folder with mirror.db, or a mirror's file`
    )
  }
  return explained(file, () => {
    const client = new Database(file, { readonly: true, fileMustExist: true })
    for (const setting of ['trusted_schema = off', 'cell_size_check = on', 'query_only = on']) {
      client.pragma(setting)
    }
    return drizzle(client)
  })
}

function inspectOpen(mirror: Mirror): { publication: PublicationFacts; damage: Damage[] } {
  const { $client } = mirror
  const { name: file } = $client
  // All reads see one publication, even while a sync writes the next.
  $client.exec('begin')
  const refuse = (fault: string | undefined) => {
    if (fault !== undefined) throw new MirrorError(`${file} ${fault}`)
  }
  refuse(schemaFault($client))
  const publication = readIdentity(mirror)
  if (!publication) throw new MirrorError(`${file} contains no publication; run "fansite sync"`)
  // Before the content: views are SQL of unknown origin.
  refuse(foreignView(mirror))
  const damage = findDamage(mirror)
  if (damage.length === 0) refuse(identityFault(publication))
  return { publication, damage }
}

/** Replaces the remedies for one's own mirror by those for a copy. */
function asFault(error: unknown, file: string): unknown {
  const cause = error instanceof MirrorError ? error.cause : error
  if (!(cause instanceof Database.SqliteError)) return error
  const { code, message } = cause
  const walError = explainWal(cause, file)
  if (walError !== cause) return walError
  const remedy = 'make or fetch another copy'
  if (code === 'SQLITE_NOTADB') {
    return new MirrorError(`${file} is not an SQLite database; ${remedy}`, { cause })
  }
  if (!/^SQLITE_(CORRUPT|ERROR)/.test(code)) return error
  return new MirrorError(`${file} is damaged; ${remedy} (${code}: ${message})`, { cause })
}

interface SchemaEntry {
  type: string
  name: string
  tbl_name: string
  sql: string | null
}

function schemaFault(client: Client): string | undefined {
  const model = emptyMirror().$client
  try {
    const [ours, theirs] = [readSchema(model), readSchema(client)]
    if (ours.get(MIGRATIONS_TABLE) !== theirs.get(MIGRATIONS_TABLE))
      return 'is not a mirror of fansite'
    return ageFault(readMigrations(model), readMigrations(client)) ?? differenceFault(ours, theirs)
  } finally {
    model.close()
  }
}

/** Reads the schema entries except views, by name. */
function readSchema(client: Client): Map<string, string> {
  const entries = client
    .prepare<[], SchemaEntry>(
      `select type, name, tbl_name, sql from sqlite_schema where type <> 'view'`
    )
    .all()
  return new Map(
    entries.map(({ type, name, tbl_name, sql }) => [name, JSON.stringify([type, tbl_name, sql])])
  )
}

function readMigrations(client: Client): string[] {
  const hash = client.prepare<[], string>(
    `select hash || ' ' || created_at from ${MIGRATIONS_TABLE} order by created_at`
  )
  return hash.pluck().all()
}

function ageFault(ours: string[], theirs: string[]): string | undefined {
  const shared = Math.min(ours.length, theirs.length)
  if (ours.slice(0, shared).join() !== theirs.slice(0, shared).join()) {
    return 'was created by a different fansite; use the one that created it'
  }
  if (theirs.length > shared) return newerSchema
  if (ours.length > shared)
    return 'has an older schema; run a sync of this fansite where the mirror comes from'
  return undefined
}

function differenceFault(
  ours: Map<string, string>,
  theirs: Map<string, string>
): string | undefined {
  for (const [name, entry] of theirs) {
    if (foreignTables.includes(name) && kindOf(entry) === 'table') continue
    if (!ours.has(name)) return `contains the ${kindOf(entry)} "${name}", which no mirror has`
    if (ours.get(name) !== entry) return `has a wrong definition of the ${kindOf(entry)} "${name}"`
  }
  const missing = [...ours.keys()].find((name) => !theirs.has(name))
  return missing === undefined ? undefined : `lacks "${missing}"`
}

function kindOf(entry: string): string {
  return String((JSON.parse(entry) as string[])[0])
}

function foreignView({ $client }: Mirror): string | undefined {
  const fault = viewFault($client)
  return fault && `${fault}; if another version created the file, use that version`
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ')
}

/** SQLite stores text in an integer column if it is not a number. */
function identityFault({ generation, publishedAt }: PublicationFacts): string | undefined {
  const isInstant = !Number.isNaN(new Date(publishedAt).getTime())
  const isCounted = Number.isSafeInteger(generation) && Number.isSafeInteger(publishedAt)
  if (isCounted && isInstant) return undefined
  return 'has an invalid generation or publication time; make or fetch another copy'
}
