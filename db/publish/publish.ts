import type { SiteConfig } from '../../site/config/config.ts'
import { type ChangeFollower, followChanges, followNothing } from '../changes/follow-changes.ts'
import { nameCollections } from '../sql-views/collection-sql-names.ts'
import { readSchemas } from '../records/collection-schema.ts'
import { collectionViews } from '../sql-views/collection-views.ts'
import type { WalkResult, WalkChanges } from '../records/walk-result.ts'
import { explainFailure, explained } from '../mirror/mirror-error.ts'
import type { Mirror } from '../mirror/open-mirror.ts'
import { pathRules } from '../mirror/path-rules.ts'
import { type CopyKind, publicationDigest } from '../mirror/publication-rules.ts'
import { Yielder } from '../mirror/yielder.ts'
import { readIdentity } from '../mirror/read-identity.ts'
import { mirror as mirrorTable } from '../schema/publication-tables.ts'
import { publishedIndex } from '../search/published-index.ts'
import { discardIndex } from '../search/write/search-writer.ts'
import { resolveLinks, resolveLinksOf } from './resolve-links.ts'
import {
  areChaptersUnchanged,
  findChapters,
  lastOpenNames,
  nameCollectionsOpenly,
  openNames,
  writeChapters
} from './mark-spoilers.ts'
import { reservedNames, writeSqlViews } from '../sql-views/sql-views.ts'
import { followDigests, writeTableDigests } from './table-digests.ts'
import { tableWriter } from '../mirror/table-writer.ts'
import { deleteWithheld, hasWithheld } from './withheld-pages.ts'
import { arePlacesUnchanged, pagesToRewrite, writeChanges } from './write-changes.ts'
import { readsClock, writeComputedValues } from '../values/write-computed.ts'
import { rewritePages, writePages } from './write-pages.ts'
import type { RecordTarget } from './record-target.ts'
import { writeRecords } from './write-records.ts'
import { type RunRecord, shortenReports, writeRun } from './write-run.ts'
import { messageOf } from '../../site/formats/error-message.ts'

/** The result of a run for the mirror. */
export interface Publication {
  /** The mirror's current generation. */
  generation: number
  /** False when the walk found no changes; only the run is recorded then. */
  isPublished: boolean
  /** Failures after the commit, one sentence each. */
  warnings: string[]
}

interface WrittenPublication extends Omit<Publication, 'warnings'> {
  /** Whether content of an earlier publication is now withheld. */
  isWithdrawal: boolean
}

interface PublishOptions {
  walkResult: WalkResult
  config: SiteConfig
  /** The run that publishes; undefined to publish the records of the last publication again, at its time. */
  run: RunRecord | undefined
  /** The last generation of other files, if this one replaces them or has other rules than before. */
  lastGeneration?: number
  /** Undefined for the mirror itself. */
  copy?: CopyKind
  /** Leaves the write-ahead log as it is: emptying it would wait for a connection that reads. */
  isLogKept?: boolean
  /** Whether a copy withholds content that its last publication has. */
  isWithdrawal?: boolean
  /** Aborts the publication before its commit. */
  signal?: AbortSignal | undefined
  /** Whether to write the whole search index. */
  isIndexRenewed?: boolean
}

/**
 * Publishes a walk's result in one transaction with the next generation: readers see the old
 * publication or the new one, never a mix. Only rows that differ are written, and the whole search
 * index if it is damaged. Throws `MirrorError` when the file cannot be written, or the signal's
 * reason; the mirror is then unchanged.
 */
export async function publish(mirror: Mirror, options: PublishOptions): Promise<Publication> {
  try {
    return await publishOnce(mirror, options).catch((error: unknown) => {
      if (!isIndexDamage(error)) throw error
      return publishOnce(mirror, { ...options, isIndexRenewed: true })
    })
  } catch (error) {
    throw explainFailure(error, mirror.$client.name)
  }
}

/** Whether a virtual table is damaged: the search index has the only ones in the file. */
function isIndexDamage(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'SQLITE_CORRUPT_VTAB'
}

async function publishOnce(mirror: Mirror, options: PublishOptions): Promise<Publication> {
  const { $client } = mirror
  try {
    $client.exec('begin immediate')
    $client.pragma('defer_foreign_keys = ON')
    if (options.isIndexRenewed) discardIndex(mirror)
    const { isWithdrawal, ...publication } = await writePublication(mirror, options)
    if (options.run) writeRun(mirror, options.run, { ...publication, isWithdrawal })
    else if (isWithdrawal) shortenReports(mirror, { isWithdrawal })
    $client.exec('commit')
    return { ...publication, warnings: options.isLogKept ? [] : checkpoint(mirror) }
  } catch (error) {
    // Some SQLite errors roll back the transaction themselves.
    if ($client.inTransaction) $client.exec('rollback')
    throw error
  }
}

/** Records a run that found no changes; the publication stays. Throws `MirrorError`. */
export function noteUnchangedRun(mirror: Mirror, run: RunRecord): Publication {
  const { $client } = mirror
  const generation = readIdentity(mirror)?.generation ?? 0
  const publication = { generation, isPublished: false }
  return explained($client.name, () => {
    $client.transaction(() => writeRun(mirror, run, { ...publication, isWithdrawal: false }))()
    return { ...publication, warnings: checkpoint(mirror) }
  })
}

/**
 * Checkpoints the write-ahead log, which would otherwise double the space on disk. Returns a warning
 * if that fails, for example on a full disk: readers read the log as well.
 */
function checkpoint(mirror: Mirror): string[] {
  try {
    mirror.$client.pragma('wal_checkpoint(TRUNCATE)')
    return []
  } catch (error) {
    const cause = messageOf(explainFailure(error, mirror.$client.name))
    return [`the mirror is published, but its write-ahead log could not be emptied: ${cause}`]
  }
}

async function writePublication(
  mirror: Mirror,
  options: PublishOptions
): Promise<WrittenPublication> {
  const { walkResult, config, signal } = options
  const published = readIdentity(mirror)
  const digest = publicationDigest(config, walkResult, options.copy)
  const collections = [...walkResult.collections()]
  const schemas = readSchemas(collections)
  const sqlNames = nameCollections(collections, reservedNames)
  const names = walkResult.names()
  const target = {
    mirror,
    walkResult,
    names,
    namesInCollections: lastOpenNames(mirror, names, config),
    schemas,
    sqlNames,
    timeZone: config.timeZone,
    yielder: new Yielder(signal)
  }
  const { lastGeneration = 0 } = options
  const isBehind = options.copy === undefined && lastGeneration > (published?.generation ?? 0)
  // Also false without a search index of this generation and tokenizer: everything is written then.
  const isBase = published?.digest === digest && !isBehind && publishedIndex(mirror) !== undefined
  const lastOfOthers = isBase ? 0 : lastGeneration
  const generation = Math.max(published?.generation ?? 0, lastOfOthers) + 1
  const keysOfChange = isBase ? followChanges(mirror) : followNothing(mirror)
  const isWithdrawal = options.isWithdrawal === true || hasWithheld(mirror, walkResult.absences)
  const at = options.run?.finishedAt ?? published?.publishedAt ?? Date.now()
  const facts = { ...options, target, digest, generation, at, keysOfChange, isWithdrawal }
  if (isBase && walkResult.changes) return publishChanges(facts, walkResult.changes)
  const changed = await writeRecords(target)
  return isBase && changed === 0 ? publishWithdrawal(facts) : derive(facts)
}

interface DeriveFacts extends PublishOptions {
  target: RecordTarget
  digest: string
  generation: number
  /** Time of the publication, UTC milliseconds. */
  at: number
  keysOfChange: ChangeFollower
  /** Whether content of the last publication is known to be withheld now. */
  isWithdrawal: boolean
}

/** Derives all other tables from the records just written. */
async function derive(facts: DeriveFacts): Promise<WrittenPublication> {
  const { target, config, at, generation } = facts
  const { mirror, walkResult, names, schemas, sqlNames, timeZone, yielder } = target
  const { absences, fixedPaths = new Map<string, string>(), hidden } = walkResult
  const chapters = findChapters(mirror, config)
  const shownNames = openNames(mirror, { names, chapters, config })
  nameCollectionsOpenly(mirror, shownNames, config)
  const pages = { config, names: shownNames, absences, at, generation, yielder }
  const hasRenamed = await writePages(mirror, { ...pages, fixedPaths, hidden })
  const isWithdrawal = deleteWithheld(mirror, absences) > 0 || hasRenamed || facts.isWithdrawal
  writeChapters(mirror, chapters)
  resolveLinks(mirror, config.domain)
  await writeComputedValues(mirror, { schemas, at, timeZone, yielder })
  writeSqlViews(mirror, collectionViews(schemas, sqlNames))
  writeIdentity(mirror, facts)
  facts.keysOfChange.finish({ generation, isWithdrawal })
  writeTableDigests(mirror)
  return { generation, isPublished: true, isWithdrawal }
}

/** Publishes only if pages that were removed earlier are now withheld. */
async function publishWithdrawal(facts: DeriveFacts): Promise<WrittenPublication> {
  const { target, generation } = facts
  const isWithdrawal = deleteWithheld(target.mirror, target.walkResult.absences) > 0
  if (isWithdrawal) return derive({ ...facts, isWithdrawal })
  facts.keysOfChange.stop()
  return { generation: generation - 1, isPublished: false, isWithdrawal }
}

/** Writes changed blocks and the pages that depend on them; derives everything if the page tree has changed. */
async function publishChanges(
  facts: DeriveFacts,
  changes: WalkChanges
): Promise<WrittenPublication> {
  const { target, config, at, generation } = facts
  const { mirror, walkResult, names, schemas, timeZone, yielder } = target
  const digests = followDigests(mirror)
  const written = await writeChanges(target, changes)
  if (written.changed === 0) {
    digests.stop()
    return publishWithdrawal(facts)
  }
  const pageIds = pagesToRewrite(mirror, written)
  const chapters = findChapters(mirror, config)
  if (!arePlacesUnchanged(mirror, pageIds) || !areChaptersUnchanged(mirror, chapters)) {
    digests.stop()
    return derive(facts)
  }
  const shownNames = openNames(mirror, { names, chapters, config })
  await rewritePages(mirror, pageIds, { config, names: shownNames, generation, yielder })
  const isWithdrawal = deleteWithheld(mirror, walkResult.absences) > 0 || facts.isWithdrawal
  resolveLinksOf(mirror, config.domain, written.blockIds)
  if (written.hasRows || readsClock(schemas)) {
    await writeComputedValues(mirror, { schemas, at, timeZone, yielder })
  }
  writeIdentity(mirror, facts)
  facts.keysOfChange.finish({ generation, isWithdrawal })
  digests.finish()
  return { generation, isPublished: true, isWithdrawal }
}

function writeIdentity(mirror: Mirror, options: DeriveFacts): void {
  const { walkResult, config, at, digest, generation } = options
  const identity = tableWriter(mirror, mirrorTable)
  identity.write({
    id: 1,
    root_page_id: walkResult.rootPageId,
    space_id: walkResult.spaceId,
    generation,
    published_at: at,
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
