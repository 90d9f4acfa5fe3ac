import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'

import type { SiteConfig } from '../../../site/config/config.ts'
import { messagesFor } from '../../../site/locales/messages-for.ts'
import { isSpoilerPath } from '../../../site/spoilers/spoiler-path.ts'
import { readChanges } from '../../changes/read-changes.ts'
import { checkMirror } from '../../check/check-mirror.ts'
import { readLastRun } from '../../lists/read-last-run.ts'
import { removeDatabase } from '../../mirror/files/remove-database.ts'
import { DamagedMirrorError } from '../../mirror/mirror-error.ts'
import {
  type Mirror,
  createMirror,
  openMirrorForSync,
  sealCompacted
} from '../../mirror/open-mirror.ts'
import {
  type CopyKind,
  publicationDigest,
  publicationRules
} from '../../mirror/publication-rules.ts'
import { readIdentity } from '../../mirror/read-identity.ts'
import {
  isSpoilerCopy,
  lastCopyGeneration,
  publicationKey,
  spoilerCopies,
  storedOrigin
} from '../../mirror/spoiler-copies.ts'
import type { WalkResult } from '../../records/walk-result.ts'
import { noteUnchangedRun, publish } from '../publish.ts'
import type { RunRecord } from '../write-run.ts'
import { readFormerPaths, readHiddenNames } from './hidden-names.ts'
import { readWalk } from './read-walk.ts'
import { findSpoilers } from './spoiler-units.ts'
import { withSpoilerPages, withoutSpoilers } from './withhold.ts'

interface CopyOptions {
  config: SiteConfig
  /** The folder of `mirror.db`. */
  folder: string
  signal?: AbortSignal | undefined
}

/**
 * Brings the copies of `spoilerCopies` in line with the mirror that a sync has published, and removes
 * those that the configuration does not use. Copies of this publication are not published again; they
 * only record the last run. Throws like `publish`.
 */
export async function publishSpoilerCopies(mirror: Mirror, options: CopyOptions): Promise<void> {
  const { config, folder } = options
  const copies = spoilerCopies(path.join(folder, 'mirror.db'), config.spoilers)
  const files = copies && [copies.opened, copies.public]
  const lastGeneration = lastGenerationBefore(mirror, options)
  const origin = originOf(mirror, config)
  if (!copies || !files || !config.spoilers) return removeOthers(folder, [])
  if (files.every((file) => isCurrent(file, origin))) {
    for (const file of files) noteLastRun(file, { ...options, mirror, origin })
    removeOthers(folder, files)
    return
  }
  const records = readWalk(mirror)
  const marks = { rules: config.spoilers, domain: config.domain }
  const units = findSpoilers(records, marks, (ids) => readFormerPaths(mirror, ids))
  const { spoiler } = messagesFor(config)
  const facts = { ...options, mirror, origin, lastGeneration, known: units.paths }
  // The links of the public copy lead to pages of the other one.
  const openedRecords = withSpoilerPages(records, units, spoiler)
  await publishCopy(copies.opened, openedRecords, { ...facts, copy: 'opened' })
  const hidden = {
    has: (id: string) => units.unitOf(id) !== undefined,
    names: readHiddenNames(mirror, { units, rules: config.spoilers })
  }
  const publicRecords = { ...withoutSpoilers(records, units, spoiler), hidden }
  await publishCopy(copies.public, publicRecords, {
    ...facts,
    copy: 'public',
    isHidden: hidden.has
  })
  removeOthers(folder, files)
}

interface CopySource extends CopyOptions {
  mirror: Mirror
  /** What the copy is made from. */
  origin: string
}

interface CopyFacts extends CopySource {
  copy: CopyKind
  /** The highest generation that visitors may have seen in another file. */
  lastGeneration: number
  /** The paths of spoilers, by page id. */
  known: Map<string, string>
  /** Whether a record belongs to a spoiler; only for the public copy. */
  isHidden?: (id: string) => boolean
}

async function publishCopy(file: string, records: WalkResult, facts: CopyFacts): Promise<void> {
  const { config, copy: kind, lastGeneration, signal } = facts
  const isUsable = isCopyOf(file, records)
  const part = `${file}-part`
  removeDatabase(part)
  const copy = isUsable ? openMirrorForSync(file) : createMirror(part)
  try {
    if (!isUsable) copyHistory(copy, facts)
    const walkResult = { ...records, absences: absencesOf(copy, facts) }
    await publish(copy, {
      walkResult,
      isWithdrawal: !isUsable || hasWithdrawn(copy, facts),
      lastGeneration,
      copy: kind,
      config,
      run: lastRun(facts),
      signal
    })
    if (isUsable) return
    sealCompacted(copy)
    for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true })
    renameSync(part, file)
  } finally {
    copy.$client.close()
  }
}

/**
 * The highest generation that visitors may have seen in another file than a new copy: in a copy by other
 * rules, or in the mirror itself, unless it was published by these rules, by which its copies are served.
 */
function lastGenerationBefore(mirror: Mirror, { config, folder }: CopyOptions): number {
  const published = readIdentity(mirror)
  if (!published) return 0
  const isByTheseRules = published.digest === publicationDigest(config, published)
  const own = isByTheseRules ? published.generation - 1 : published.generation
  return Math.max(own, lastCopyGeneration(folder))
}

/** Records in a copy of the current publication when and how the last sync ended. */
function noteLastRun(file: string, source: CopySource): void {
  const last = readLastRun(source.mirror)
  const copy = openMirrorForSync(file)
  try {
    const isKnown = !last || readLastRun(copy)?.finishedAt === last.finishedAt
    if (!isKnown) noteUnchangedRun(copy, lastRun(source))
  } finally {
    copy.$client.close()
  }
}

/** The last run of the mirror, with the origin of the copy instead of its report. */
function lastRun({ mirror, origin }: CopySource): RunRecord {
  const run = mirror.$client
    .prepare<[], Omit<RunRecord, 'account'>>(
      `select started_at as startedAt, finished_at as finishedAt, requests, exit_code as exitCode
         from sync_run order by id desc limit 1`
    )
    .get()
  const none = { startedAt: 0, finishedAt: Date.now(), requests: 0, exitCode: 0 }
  return { ...(run ?? none), account: { origin } }
}

/** Whether the copy has content that is withheld now: from the mirror, or as a part of a spoiler. */
function hasWithdrawn(copy: Mirror, { mirror, isHidden }: CopyFacts): boolean {
  const { isEverything, hasWithdrawal } = readChanges(mirror, storedGeneration(copy))
  // A deletion alone is a withdrawal too, but its keys are logged: `isEverything` is false.
  if (isEverything && hasWithdrawal) return true
  const blocks = copy.$client.prepare<[], { id: string; path: string | null }>(
    'select block.id, page.path from block left join page on page.id = block.id'
  )
  // The empty page of a spoiler stays.
  return blocks.all().some(({ id, path: shown }) => isHidden?.(id) && !isSpoilerPath(shown ?? ''))
}

/** Whether the file is an intact mirror of the same root page. */
function isCopyOf(file: string, { rootPageId, spaceId }: WalkResult): boolean {
  if (!existsSync(file)) return false
  const found = readCopy(file, (copy) => {
    checkMirror(copy)
    return readIdentity(copy)
  })
  return found?.rootPageId === rootPageId && found.spaceId === spaceId
}

function isCurrent(file: string, origin: string): boolean {
  const stored = existsSync(file) && readCopy(file, storedOrigin)
  return stored === origin
}

/** Undefined for a damaged copy. */
function readCopy<T>(file: string, read: (copy: Mirror) => T): T | undefined {
  try {
    const copy = openMirrorForSync(file)
    try {
      return read(copy)
    } finally {
      copy.$client.close()
    }
  } catch (error) {
    if (error instanceof DamagedMirrorError) return undefined
    throw error
  }
}

/** Identifies a publication, and the rules by which copies are derived from it. */
function originOf(mirror: Mirror, config: SiteConfig): string {
  return `${publicationKey(readIdentity(mirror))} ${publicationRules(config)}`
}

/** The generation of the mirror that a copy was last made from; 0 for a new copy. */
function storedGeneration(copy: Mirror): number {
  return Number(storedOrigin(copy)?.split(' ')[0] ?? 0)
}

/**
 * Why pages of the copy are absent from the mirror. A page that is not among the removed pages of the
 * mirror either was withdrawn, or was a spoiler: it leaves no history.
 */
function absencesOf(copy: Mirror, { mirror, known }: CopyFacts): Map<string, string> {
  const exists = mirror.$client.prepare<[string]>('select 1 from page where id = ?')
  const reason = mirror.$client
    .prepare<[string], string>('select reason from gone_page where id = ?')
    .pluck()
  const ids = copy.$client
    .prepare<[], string>('select id from page union select id from gone_page')
    .pluck()
    .all()
  const absent = ids.filter((id) => !exists.get(id) && !known.has(id))
  return new Map(absent.map((id) => [id, reason.get(id) ?? 'withdrawn']))
}

/**
 * Copies former paths and titles of public pages, which a new copy cannot know. Leaves out pages whose
 * titles have mentioned an absent page, which may have been a spoiler.
 */
function copyHistory(copy: Mirror, { mirror, known }: CopyFacts): void {
  const isFormer = `last_seen_at is not null and page_id not in (
    select page_id from title_mention
     where mentioned_id <> '' and mentioned_id not in (select id from block))`
  const tables: [table: string, condition: string, ...columns: string[]][] = [
    ['page_path', isFormer, 'page_id', 'path', 'first_seen_at', 'last_seen_at'],
    ['former_title', isFormer, 'page_id', 'title', 'last_seen_at'],
    ['title_mention', 'true', 'page_id', 'mentioned_id']
  ]
  for (const [table, condition, ...columns] of tables) {
    const rows = mirror.$client
      .prepare<[], unknown[]>(
        `select ${columns.join()} from ${table}
          where page_id in (select id from page) and ${condition}`
      )
      .raw()
    const write = copy.$client.prepare(
      `insert into ${table} (${columns.join()}) values (${columns.map(() => '?').join()})`
    )
    for (const row of rows.all()) if (!known.has(String(row[0]))) write.run(...row)
  }
}

function removeOthers(folder: string, used: string[]): void {
  const names = new Set(used.map((file) => path.basename(file, '.db')))
  for (const name of readdirSync(folder).filter(isSpoilerCopy)) {
    if (!names.has(name.split('.')[0] ?? '')) rmSync(path.join(folder, name), { force: true })
  }
}
