import { createHash } from 'node:crypto'

import type { SiteConfig } from '../site/config.ts'
import type { Harvest } from './harvest.ts'
import { explainFailure, explained } from './mirror-error.ts'
import type { Mirror } from './open-mirror.ts'
import { pathRules } from './path-rules.ts'
import { readIdentity } from './read-identity.ts'
import * as schema from './schema.ts'
import { tableWriter } from './table-writer.ts'
import { writePages } from './write-pages.ts'
import { writeRecords } from './write-records.ts'

/** Raised when `publish` derives something else from the same records: then all mirrors are made anew. */
const DERIVATION = 2

/** What is remembered of the run that publishes. */
interface RunRecord {
  /** UTC milliseconds. */
  startedAt: number
  finishedAt: number
  requests: number
  /** What was stored and what was left out, with reasons; stored as JSON. */
  account: object
  /** What the command will end with. */
  exitCode: number
}

/** What a run did to the mirror. */
export interface Publication {
  /** The generation that the mirror holds now. */
  generation: number
  /** False when the harvest is what the mirror was made from; only the run is noted then. */
  isPublished: boolean
  /** What went wrong once the publication stood, a sentence each. */
  warnings: string[]
}

type WrittenPublication = Omit<Publication, 'warnings'>

interface PublishOptions {
  harvest: Harvest
  config: SiteConfig
  run: RunRecord
}

/**
 * Brings the mirror to what a harvest holds, in one transaction that carries the next generation:
 * readers see the old publication or the new one, never a mix. Only rows that differ are written.
 * Throws `MirrorError` when the file cannot be written; it then holds what it held.
 */
export function publish(mirror: Mirror, options: PublishOptions): Publication {
  const write = mirror.$client.transaction(() => {
    mirror.$client.pragma('defer_foreign_keys = ON')
    const publication = writePublication(mirror, options)
    writeRun(mirror, options.run, publication)
    return publication
  })
  const publication = explained(mirror.$client.name, () => write.immediate())
  return { ...publication, warnings: emptyLog(mirror) }
}

/**
 * Moves the publication from the write-ahead log into the file: otherwise it stands on the disk
 * twice. A disk that is too full for that takes nothing back, the log is read as well.
 */
function emptyLog(mirror: Mirror): string[] {
  try {
    mirror.$client.pragma('wal_checkpoint(TRUNCATE)')
    return []
  } catch (error) {
    const failure = explainFailure(error, mirror.$client.name)
    const cause = failure instanceof Error ? failure.message : String(failure)
    return [`the mirror is published, and its write-ahead log is kept: ${cause}`]
  }
}

function writePublication(mirror: Mirror, options: PublishOptions): WrittenPublication {
  const { harvest, config, run } = options
  const held = readIdentity(mirror)
  const hash = createHash('sha256').update(`${DERIVATION} ${pathRules(config)}\n`)
  hash.update(`${harvest.rootPageId} ${harvest.spaceId}\n`)
  const changed = writeRecords({ mirror, harvest, digest: hash })
  const digest = hash.digest('hex')
  if (held?.digest === digest && changed === 0) {
    return { generation: held.generation, isPublished: false }
  }

  const generation = (held?.generation ?? 0) + 1
  const { absences } = harvest
  writePages(mirror, { config, names: harvest.names(), absences, at: run.finishedAt })
  writeIdentity(mirror, { ...options, digest, generation })
  return { generation, isPublished: true }
}

function writeIdentity(
  mirror: Mirror,
  options: PublishOptions & { digest: string; generation: number }
): void {
  const { harvest, config, run, digest, generation } = options
  const identity = tableWriter(mirror, schema.mirror)
  identity.write({
    id: 1,
    root_page_id: harvest.rootPageId,
    space_id: harvest.spaceId,
    generation,
    published_at: run.finishedAt,
    digest,
    path_rules: pathRules(config),
    ...readCounts(mirror)
  })
  identity.finish()
}

interface Counts {
  pages: number
  blocks: number
  rows: number
  collections: number
  assets: number
}

function readCounts(mirror: Mirror): Counts | undefined {
  return mirror.$client
    .prepare<[], Counts>(
      `select (select count(*) from page) as pages,
              (select count(*) from block) as blocks,
              (select count(*) from page where collection_id is not null) as rows,
              (select count(*) from collection) as collections,
              (select count(*) from asset) as assets`
    )
    .get()
}

function writeRun(mirror: Mirror, run: RunRecord, publication: WrittenPublication): void {
  mirror
    .insert(schema.syncRun)
    .values({
      generation: publication.generation,
      is_published: publication.isPublished,
      started_at: run.startedAt,
      finished_at: run.finishedAt,
      requests: run.requests,
      account: JSON.stringify(run.account),
      exit_code: run.exitCode
    })
    .run()
}
