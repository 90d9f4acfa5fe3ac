import Database from 'better-sqlite3'

import { MirrorError, explainFailure, folderAdvice } from '../../../db/mirror/mirror-error.ts'
import type { MirrorPaths } from '../../../db/mirror/mirror-paths.ts'
import { type Mirror, openMirrorForReading } from '../../../db/mirror/open-mirror.ts'
import { excludePages } from '../../../db/lists/exclusion/exclude-pages.ts'
import { readCollections } from '../../../db/collections/read-collections.ts'
import { type PublicationFacts, readIdentity } from '../../../db/mirror/read-identity.ts'
import { readTransaction } from '../../../db/mirror/read-transaction.ts'
import { titleToSlug } from '../../../site/addresses/slug.ts'
import type { CsvOptions } from '../../../site/formats/csv-line.ts'
import { writeCollection } from './write-collection.ts'
import { type ExportFolder, type FolderChanges, inExportFolder } from './export-folder.ts'
import { type ExportScope, exportScope } from './export-scope.ts'
import { assignFileNames } from './assign-file-names.ts'
import { pageDocument } from '../../../server/markdown/page-document.ts'

/** The content of an export, and the changes in its folder. */
export interface ExportResult extends FolderChanges {
  pages: number
  collections: number
  /** Pictures and other files. */
  files: number
  /** Source addresses of files that are missing or corrupted in the asset folder and in the export. */
  missing: string[]
}

interface ExportOptions extends CsvOptions {
  /** Pages that are excluded since the last sync; they and the pages below them are not written. */
  excludedPageIds: string[]
}

/**
 * Writes the publication of a mirror to a folder as Markdown, CSV and JSON, from one read
 * transaction. Throws the errors of `inExportFolder`, and `MirrorError` when the mirror cannot be read
 * or has no publication, or the folder cannot be written.
 */
export function exportMirror(
  { file, assets }: MirrorPaths,
  folder: string,
  { excludedPageIds, ...csv }: ExportOptions
): ExportResult {
  const mirror = openMirrorForReading(file)
  try {
    return readTransaction(mirror, () => {
      excludePages(mirror, excludedPageIds)
      const identity = readIdentity(mirror)
      if (!identity) {
        throw new MirrorError(`${file} has no publication yet; run "fansite sync" first`)
      }
      return inExportFolder(folder, (opened) =>
        writeExport(mirror, { assets, folder: opened, identity, csv })
      )
    })
  } catch (error) {
    const isOfMirror = error instanceof Database.SqliteError
    throw explainFailure(error, isOfMirror ? file : folder, folderAdvice)
  } finally {
    mirror.$client.close()
  }
}

function writeExport(
  mirror: Mirror,
  options: { assets: string; folder: ExportFolder; identity: PublicationFacts; csv: CsvOptions }
): ExportResult {
  const { identity, folder } = options
  const collections = readCollections(mirror)
  const scope = exportScope(mirror, {
    folder,
    assetDir: options.assets,
    spaceId: identity.spaceId,
    pageFiles: pageFiles(mirror),
    collectionFiles: collectionFiles(collections),
    missing: new Set()
  })
  writePages(scope)
  for (const [id, name] of scope.collectionFiles) writeCollection(scope, { id, name }, options.csv)
  const counts = {
    pages: scope.pageFiles.size,
    collections: collections.length,
    files: folder.count('assets/')
  }
  folder.write('mirror.json', () => [mirrorDocument(scope, identity.rootPageId, counts)])
  return { ...counts, ...folder.finish(), missing: [...scope.missing] }
}

function writePages(scope: ExportScope): void {
  for (const [id, file] of scope.pageFiles) {
    const text = pageDocument(scope, id, file)
    scope.folder.write(file, () => [text])
  }
}

/** Without time and generation: exports of the same content are identical byte by byte. */
function mirrorDocument(scope: ExportScope, rootPageId: string, counts: object): string {
  const name = scope.nameOf(rootPageId) ?? ''
  return `${JSON.stringify({ name, root_page_id: rootPageId, ...counts }, null, 2)}\n`
}

/** The file of each page, by id: named by its path, and `index` for the root page. */
function pageFiles(mirror: Mirror): Map<string, string> {
  const pages = mirror.$client
    .prepare<[], { id: string; name: string }>(
      `select id, case path when '/' then 'index' else path end as name from page
        order by path <> '/', created_time, id`
    )
    .all()
  return inFolder('pages/', assignFileNames(pages), '.md')
}

/** The files of each collection without extension, by id: its name and the start of its id. */
function collectionFiles(collections: { id: string; name: string }[]): Map<string, string> {
  const named = collections.map(({ id, name }) => ({
    id,
    name: `${titleToSlug(name) || 'untitled'}-${id.slice(0, 8)}`
  }))
  return inFolder('collections/', assignFileNames(named), '')
}

function inFolder(folder: string, names: Map<string, string>, ending: string): Map<string, string> {
  return new Map([...names].map(([id, name]) => [id, `${folder}${name}${ending}`]))
}
