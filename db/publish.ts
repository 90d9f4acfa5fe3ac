import type { SiteConfig } from '../site/config.ts'
import type { Harvest } from './harvest.ts'
import type { Mirror } from './open-mirror.ts'
import { harvestDigest } from './harvest-digest.ts'
import { pathRules } from './path-rules.ts'
import { readIdentity } from './read-identity.ts'
import * as schema from './schema.ts'
import { insertInto, writeRecords } from './write-records.ts'
import { writePages } from './write-pages.ts'

/** What is remembered of the run that publishes. */
export interface RunRecord {
  /** UTC milliseconds. */
  startedAt: number
  finishedAt: number
  requests: number
  /** What was stored and what was left out, with reasons; stored as JSON. */
  account: object
}

/** What a run did to the mirror. */
export interface Publication {
  /** The generation that the mirror holds now. */
  generation: number
  /** False when the harvest is what the mirror was made from; only the run is noted then. */
  isPublished: boolean
}

/**
 * Replaces what the mirror holds by a harvest, in one transaction that carries the next
 * generation: readers see the old publication or the new one, never a mix.
 */
export function publish(
  mirror: Mirror,
  options: { harvest: Harvest; config: SiteConfig; run: RunRecord }
): Publication {
  const { harvest, config, run } = options
  const held = readIdentity(mirror)
  const digest = harvestDigest(harvest, config)
  const isPublished = held?.digest !== digest
  const generation = (held?.generation ?? 0) + (isPublished ? 1 : 0)

  const write = mirror.$client.transaction(() => {
    mirror.$client.pragma('defer_foreign_keys = ON')
    if (isPublished) {
      for (const table of replaced) mirror.delete(table).run()
      writeRecords(mirror, harvest)
      writePages(mirror, config, harvest.names())
      writeAssets(mirror, harvest)
      writeIdentity(mirror, { ...options, digest, generation })
    }
    writeRun(mirror, run, { generation, isPublished })
  })
  write.immediate()
  // Without this the write-ahead log keeps a second copy of the publication on disk.
  mirror.$client.pragma('wal_checkpoint(TRUNCATE)')
  return { generation, isPublished }
}

/** Tables that belong to a publication; the runs stay. */
const replaced = [
  schema.collectionViewRow,
  schema.collectionViewGroup,
  schema.dateValue,
  schema.page,
  schema.collectionView,
  schema.collectionProperty,
  schema.collection,
  schema.block,
  schema.user,
  schema.asset
]

function writeAssets(mirror: Mirror, harvest: Harvest): void {
  const insertAsset = insertInto(mirror, schema.asset)
  for (const { mediaType, ...asset } of harvest.assets) {
    insertAsset({ ...asset, media_type: mediaType })
  }
}

function writeIdentity(
  mirror: Mirror,
  options: {
    harvest: Harvest
    config: SiteConfig
    run: RunRecord
    digest: string
    generation: number
  }
): void {
  const { harvest, config, run, digest, generation } = options
  mirror.delete(schema.mirror).run()
  insertInto(
    mirror,
    schema.mirror
  )({
    id: 1,
    root_page_id: harvest.rootPageId,
    space_id: harvest.spaceId,
    generation,
    published_at: run.finishedAt,
    digest,
    path_rules: pathRules(config)
  })
}

function writeRun(mirror: Mirror, run: RunRecord, publication: Publication): void {
  mirror
    .insert(schema.syncRun)
    .values({
      generation: publication.generation,
      is_published: publication.isPublished,
      started_at: run.startedAt,
      finished_at: run.finishedAt,
      requests: run.requests,
      account: JSON.stringify(run.account)
    })
    .run()
}
