import path from 'node:path'

import { findAsset } from '../../db/assets/find-asset.ts'
import type { Mirror } from '../../db/mirror/open-mirror.ts'
import { fileDestination } from '../../server/markdown/text/escape.ts'
import { type MarkdownScope, markdownScope } from '../../server/markdown/markdown-scope.ts'
import { assetPath } from '../../site/addresses/asset-path.ts'
import { hasAsset } from '../sync/assets/asset-folder.ts'
import { assetName } from './asset-name.ts'
import type { ExportFolder } from './export-folder.ts'

interface ExportPlaces {
  folder: ExportFolder
  /** File of each page and, without extension, of each collection, by id. */
  pageFiles: Map<string, string>
  collectionFiles: Map<string, string>
}

/** What one export knows: what its pages are written with, and where everything stands. */
export interface ExportScope extends MarkdownScope, ExportPlaces {}

/** `assetDir` is where the bytes of the mirror's files stand. */
export function exportScope(
  mirror: Mirror,
  options: ExportPlaces & { assetDir: string; spaceId: string }
): ExportScope {
  const { folder, pageFiles, collectionFiles, spaceId } = options
  const csvOf = (id: string) => {
    const file = collectionFiles.get(id)
    return file && `${file}.csv`
  }
  const whereabouts = {
    page: (id: string, from: string) => wayTo(pageFiles.get(id), from),
    file: (source: string, from: string) => wayTo(copyAsset(mirror, source, options), from),
    collection: (id: string, from: string) => wayTo(csvOf(id), from),
    destination: fileDestination
  }
  const scope = markdownScope(mirror, { spaceId, linkTargets: whereabouts })
  return { ...scope, folder, pageFiles, collectionFiles }
}

/** Name in the export of a stored file, which is copied there; undefined when its bytes are not there. */
function copyAsset(
  mirror: Mirror,
  source: string,
  { folder, assetDir }: { folder: ExportFolder; assetDir: string }
): string | undefined {
  const asset = findAsset(mirror, source)
  if (!asset || !hasAsset(assetDir, asset)) return undefined
  const name = assetName(asset, source)
  if (!folder.has(name))
    folder.copy(name, { source: path.join(assetDir, assetPath(asset.hash)), hash: asset.hash })
  return name
}

/** The way to an exported file from another one, as it is written in data. */
function wayTo(target: string | undefined, from: string): string | undefined {
  return target === undefined ? undefined : path.posix.relative(path.posix.dirname(from), target)
}
