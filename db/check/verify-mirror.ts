import { existsSync } from 'node:fs'

import Database from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'

import { findDamage } from './find-damage.ts'
import { MirrorError, explained } from '../mirror/mirror-error.ts'
import { type Mirror, emptyMirror } from '../mirror/open-mirror.ts'
import { type PublicationFacts, readIdentity } from '../mirror/read-identity.ts'
import * as schema from '../mirror/schema.ts'
import { viewFault } from './view-fault.ts'

type Client = Database.Database

/**
 * Looks whether a file that comes from elsewhere is a mirror as this fansite makes them, whole, and
 * with nothing else in it: no table, trigger or view of a stranger's. Nothing is read through its
 * schema before that is known. Returns its publication; throws `MirrorError` about the first fault.
 */
export function verifyMirror(file: string): PublicationFacts {
  const mirror = openForeign(file)
  try {
    return explained(file, () => verifyOpen(mirror))
  } catch (error) {
    throw asFault(error, file)
  } finally {
    mirror.$client.close()
  }
}

/** SQLite trusts neither the functions that a schema names nor the sizes that a page claims. */
function openForeign(file: string): Mirror {
  if (!existsSync(file)) throw new MirrorError(`there is no ${file}; name a mirror's file`)
  return explained(file, () => {
    const client = new Database(file, { readonly: true, fileMustExist: true })
    for (const setting of ['trusted_schema = off', 'cell_size_check = on', 'query_only = on']) {
      client.pragma(setting)
    }
    return drizzle(client, { schema })
  })
}

function verifyOpen(mirror: Mirror): PublicationFacts {
  const { $client } = mirror
  const { name: file } = $client
  // One publication throughout, though a sync may be writing the next.
  $client.exec('begin')
  const refuse = (fault: string | undefined) => {
    if (fault !== undefined) throw new MirrorError(`${file} ${fault}`)
  }
  refuse(schemaFault($client))
  const publication = readIdentity(mirror)
  if (!publication) throw new MirrorError(`${file} holds no publication; run "fansite sync"`)
  refuse(contentFault(mirror) ?? identityFault(publication))
  return publication
}

/** The remedies of a mirror of one's own are not those of a copy. */
function asFault(error: unknown, file: string): unknown {
  const cause = error instanceof MirrorError ? error.cause : error
  if (!(cause instanceof Database.SqliteError)) return error
  const { code, message } = cause
  const remedy = 'make or fetch another copy'
  if (code === 'SQLITE_NOTADB') {
    return new MirrorError(`${file} is not an SQLite database; ${remedy}`, { cause })
  }
  if (!/^SQLITE_(CORRUPT|ERROR)/.test(code)) return error
  return new MirrorError(`${file} is damaged; ${remedy} (${code}: ${message})`, { cause })
}

const MIGRATIONS = '__drizzle_migrations'

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
    if (ours.get(MIGRATIONS) !== theirs.get(MIGRATIONS)) return 'is not a mirror of fansite'
    return ageFault(readMigrations(model), readMigrations(client)) ?? differenceFault(ours, theirs)
  } finally {
    model.close()
  }
}

/** Everything but the views, by name. */
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
    `select hash || ' ' || created_at from ${MIGRATIONS} order by created_at`
  )
  return hash.pluck().all()
}

function ageFault(ours: string[], theirs: string[]): string | undefined {
  const shared = Math.min(ours.length, theirs.length)
  if (ours.slice(0, shared).join() !== theirs.slice(0, shared).join()) {
    return 'was made by another fansite than this one; use the one that made it'
  }
  if (theirs.length > shared) return 'was written by a newer fansite; update fansite to read it'
  if (ours.length > shared)
    return 'has an older schema; run a sync of this fansite where it is made'
  return undefined
}

function differenceFault(
  ours: Map<string, string>,
  theirs: Map<string, string>
): string | undefined {
  for (const [name, entry] of theirs) {
    if (!ours.has(name)) return `holds the ${kindOf(entry)} "${name}" that is not of a mirror`
    if (ours.get(name) !== entry) return `has the ${kindOf(entry)} "${name}" not as it should be`
  }
  const missing = [...ours.keys()].find((name) => !theirs.has(name))
  return missing === undefined ? undefined : `lacks "${missing}"`
}

function kindOf(entry: string): string {
  return String((JSON.parse(entry) as string[])[0])
}

/** Views first: they are SQL of whoever made the file. */
function contentFault(mirror: Mirror): string | undefined {
  const view = viewFault(mirror.$client)
  if (view !== undefined) return `${view}; if another version made it, use that one`
  const [damage] = findDamage(mirror)
  return (
    damage && `is damaged; make or fetch another copy (${damage.where}: ${oneLine(damage.what)})`
  )
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ')
}

/** SQLite keeps a text in a column of numbers when it is none. */
function identityFault({ generation, publishedAt }: PublicationFacts): string | undefined {
  const isInstant = !Number.isNaN(new Date(publishedAt).getTime())
  const isCounted = Number.isSafeInteger(generation) && Number.isSafeInteger(publishedAt)
  if (isCounted && isInstant) return undefined
  return 'does not say when it was published; make or fetch another copy'
}
