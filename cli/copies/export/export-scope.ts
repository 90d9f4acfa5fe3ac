import path from 'node:path'

import { findAsset } from '../../../db/assets/find-asset.ts'
import type { Mirror } from '../../../db/mirror/open-mirror.ts'
import { fileDestination } from '../../../server/markdown/text/destination.ts'
import { type MarkdownScope, markdownScope } from '../../../server/markdown/markdown-scope.ts'
import { assetPath } from '../../../site/addresses/asset-path.ts'
import { assetName } from './asset-name.ts'
import type { ExportFolder } from './export-folder.ts'

interface ExportFiles {
  folder: ExportFolder
  /** By page id. */
  pageFiles: Map<string, string>
  /** By collection id, without extension. */
  collectionFiles: Map<string, string>
  /**
   * Source addresses of files that are missing or corrupted in the asset folder and in the export; filled
   * while pages and collections are written.
   */
  missing: Set<string>
}

/** Shared by all writers of an export: the Markdown scope, and the names of its files. */
export interface ExportScope extends MarkdownScope, ExportFiles {}

/** Creates the scope of an export; `assetDir` is the asset folder of the mirror. */
export function exportScope(
  mirror: Mirror,
  options: ExportFiles & { assetDir: string; spaceId: string }
): ExportScope {
  const { folder, pageFiles, collectionFiles, missing, spaceId } = options
  const csvOf = (id: string) => {
    const file = collectionFiles.get(id)
    return file && `${file}.csv`
  }
  const whereabouts = {
    page: (id: string, from: string) => relativePath(pageFiles.get(id), from),
    file: (source: string, from: string) => relativePath(copyAsset(mirror, source, options), from),
    collection: (id: string, from: string) => relativePath(csvOf(id), from),
    destination: fileDestination
  }
  const scope = markdownScope(mirror, { spaceId, linkTargets: whereabouts })
  return { ...scope, folder, pageFiles, collectionFiles, missing }
}

/**
 * Copies a stored file to the export and returns its name there; undefined when neither folder has it.
 * A file of an earlier export stays when the stored one is missing or corrupted.
 */
function copyAsset(
  mirror: Mirror,
  source: string,
  { folder, missing, assetDir }: ExportFiles & { assetDir: string }
): string | undefined {
  const asset = findAsset(mirror, source)
  if (!asset) return undefined
  const name = assetName(asset, source)
  if (!folder.has(name) && !missing.has(source)) {
    const stored = { source: path.join(assetDir, assetPath(asset.hash)), hash: asset.hash }
    if (!folder.copy(name, stored)) missing.add(source)
  }
  return folder.has(name) ? name : undefined
}

/** The relative path from one exported file to another. */
function relativePath(target: string | undefined, from: string): string | undefined {
  return target === undefined ? undefined : path.posix.relative(path.posix.dirname(from), target)
}
