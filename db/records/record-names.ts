import type { Block, Decoration } from 'notion-types'

import { externalType, objectName } from '../../site/notion/blocks/external-object.ts'
import { pageName } from '../../site/notion/blocks/page-name.ts'
import type { Mirror } from '../mirror/open-mirror.ts'

/** Reads the names of pages, users and external objects for mentions; equal to `WalkResult.names`. */
export function readRecordNames({ $client }: Mirror): Map<string, string> {
  const pages = $client
    .prepare<[], { id: string; title: string | null; name: string | null }>(
      `select block.id, json_extract(block.raw, '$.properties.title') as title,
              json_extract(collection.raw, '$.name') as name
         from block
         left join collection on collection.id = block.collection_id
                             and block.type = 'collection_view_page'
        where block.type in ('page', 'collection_view_page')`
    )
    .all()
  const users = $client.prepare<[], [string, string]>('select id, name from user').raw().all()
  const objects = $client
    .prepare<[string], string>('select raw from block where type = ?')
    .pluck()
    .all(externalType)
    .map((raw) => JSON.parse(raw) as Block)
  return new Map([
    ...pages.map(({ id, title, name }): [string, string] => [
      id,
      pageName({ properties: { title: textOf(title) } }, { name: textOf(name) ?? [] })
    ]),
    ...objects.map((block): [string, string] => [block.id, objectName(block) ?? '']),
    ...users
  ])
}

function textOf(json: string | null): Decoration[] | undefined {
  return json === null ? undefined : (JSON.parse(json) as Decoration[])
}
