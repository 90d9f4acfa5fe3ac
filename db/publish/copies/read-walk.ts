import type { Block, Collection } from 'notion-types'

import { readAssets } from '../../assets/read-assets.ts'
import type { Mirror } from '../../mirror/open-mirror.ts'
import { readIdentity } from '../../mirror/read-identity.ts'
import type { WalkResult } from '../../records/walk-result.ts'
import { readRecordNames } from '../../records/record-names.ts'
import { PublishedRecords } from '../published-records.ts'

/** The records of a publication, as a walk would find them. Throws for a mirror without one. */
export function readWalk(mirror: Mirror): WalkResult {
  const { $client } = mirror
  const identity = readIdentity(mirror)
  if (!identity) throw new Error(`${$client.name} has no publication`)
  const published = new PublishedRecords(mirror)
  const viewIds = $client.prepare<[], string>('select id from collection_view order by id').pluck()
  const users = $client.prepare<[], { id: string; name: string; avatar: string | null }>(
    'select id, name, avatar from user order by id'
  )
  return {
    rootPageId: identity.rootPageId,
    spaceId: identity.spaceId,
    blocks: () => records<Block>(mirror, 'block'),
    collections: () => records<Collection>(mirror, 'collection'),
    views: () => viewIds.all().flatMap((id) => published.view(id) ?? []),
    users: () => users.all(),
    names: () => readRecordNames(mirror),
    assets: [...readAssets(mirror).values()],
    absences: new Map()
  }
}

function* records<T>({ $client }: Mirror, table: 'block' | 'collection'): Generator<T> {
  const raw = $client.prepare<[], string>(`select raw from ${table} order by id`).pluck()
  for (const json of raw.iterate()) yield JSON.parse(json) as T
}
