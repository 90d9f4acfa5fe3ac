import { readMirror } from '../../../db/mirror/open-mirror.ts'
import { versionOf } from '../../../site/addresses/asset-path.ts'
import { placeOriginal } from '../../../static/addresses/place-picture.ts'
import type { ReferencedAsset } from '../../check/referenced-assets.ts'
import type { FetchAssetOptions } from './fetch-asset.ts'

interface Source {
  hash: string
  source: string
  mediaType: string
}

/** The URL of a file on a server, by the URL of its mirror. */
export function urlsOfServer(address: URL): FetchAssetOptions['urlsOf'] {
  return ({ source, hash }: ReferencedAsset) => [
    new URL(`image/${encodeURIComponent(source)}?v=${versionOf(hash)}`, address)
  ]
}

/**
 * The URLs that a file may have in a folder of static files: the names of downloads come from their
 * sources, and the folder has those that its pages name. Throws `MirrorError` when the mirror cannot be
 * opened.
 */
export function urlsInFolder(address: URL, mirrorFile: string): FetchAssetOptions['urlsOf'] {
  const urls = new Map<string, Set<string>>()
  for (const { hash, source, mediaType } of readSources(mirrorFile)) {
    const { href } = placeOriginal(source, { hash, mediaType })
    const known = urls.get(hash)
    if (known) known.add(href)
    else urls.set(hash, new Set([href]))
  }
  return ({ hash }) => [...(urls.get(hash) ?? [])].map((href) => new URL(href.slice(1), address))
}

function readSources(mirrorFile: string): Source[] {
  const sql = 'select hash, source, media_type as mediaType from asset order by source'
  return readMirror(mirrorFile, ({ $client }) => $client.prepare<[], Source>(sql).all())
}
