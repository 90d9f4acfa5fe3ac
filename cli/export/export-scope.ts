import path from 'node:path'

import { findAsset } from '../../db/find-asset.ts'
import type { Mirror } from '../../db/open-mirror.ts'
import { type ComputedResult, computedReader } from '../../db/read-computed.ts'
import { type Property, readProperties } from '../../db/read-collections.ts'
import { readLinkedBlocks } from '../../db/read-linked-blocks.ts'
import { linkedBlockId, linkedPageId } from '../../site/block-references.ts'
import { hasAsset } from '../sync/asset-folder.ts'
import { destination, fileDestination } from './escape.ts'
import type { ExportFolder } from './export-folder.ts'
import { anchorName } from './anchor.ts'
import { assetName } from './asset-name.ts'
import type { TextScope } from './text-pieces.ts'
import { assetPath } from '../../site/asset-path.ts'

/** What one export knows: where everything stands, and the names of what texts mention. */
export interface ExportScope {
  mirror: Mirror
  spaceId: string
  folder: ExportFolder
  /** File of each page and, without extension, of each collection, by id. */
  pageFiles: Map<string, string>
  collectionFiles: Map<string, string>
  collectionNames: Map<string, string>
  nameOf: (id: string) => string | undefined
  /** Title and canonical path of a page. */
  pageOf: (id: string) => { title: string; path: string } | undefined
  /** Name in the export of a stored file, which is copied there; undefined when its bytes are not there. */
  fileOf: (source: string) => string | undefined
  /** The schema of a collection, in its order. */
  propertiesOf: (collectionId: string) => Property[]
  /** Blocks that links lead to, with the page that each stands on. */
  linkedBlocks: Map<string, string>
  /** What a rollup or formula of a row comes to. */
  computedOf: (pageId: string, propertyId: string) => ComputedResult
}

type Names = Pick<ExportScope, 'pageFiles' | 'collectionFiles' | 'collectionNames'>

/** `assetDir` is where the bytes of the mirror's files stand. */
export function exportScope(
  mirror: Mirror,
  options: Names & { folder: ExportFolder; assetDir: string; spaceId: string }
): ExportScope {
  const properties = new Map<string, Property[]>()
  const readPage = mirror.$client.prepare<[string], { title: string; path: string }>(
    'select title, path from page where id = ?'
  )
  // A page's own title first: a database that is a page has its name in another record.
  const readName = mirror.$client
    .prepare<{ id: string }, string>(
      `select title from page where id = :id
        union all select title from block where id = :id
        union all select name from user where id = :id limit 1`
    )
    .pluck()
  return {
    mirror,
    ...options,
    nameOf: (id) => readName.get({ id }),
    pageOf: (id) => readPage.get(id),
    linkedBlocks: readLinkedBlocks(mirror),
    computedOf: computedReader(mirror),
    fileOf: (source) => copyAsset(mirror, source, options),
    propertiesOf: (id) => {
      const known = properties.get(id) ?? readProperties(mirror, id)
      properties.set(id, known)
      return known
    }
  }
}

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

/** The way from one exported file to another, as it is written in data. */
export function relativePath(from: string, to: string): string {
  return path.posix.relative(path.posix.dirname(from), to)
}

/** The links of one exported file: all of them lead from where it stands. */
export function linksFrom(scope: ExportScope, file: string): Omit<TextScope, 'externalObject'> {
  const relative = (target: string | undefined) =>
    target === undefined ? undefined : fileDestination(relativePath(file, target))
  const blockLink = (id: string) => {
    const page = relative(scope.pageFiles.get(scope.linkedBlocks.get(id) ?? ''))
    return page === undefined ? undefined : `${page}#${anchorName(id)}`
  }
  const pageLink = (id: string) => relative(scope.pageFiles.get(id)) ?? blockLink(id)
  const fileLink = (source: string) => relative(scope.fileOf(source))
  return {
    nameOf: scope.nameOf,
    pageLink,
    fileLink,
    emojiLink: (id) => fileLink(`notion://custom_emoji/${scope.spaceId}/${id}`),
    link: (address) => {
      const [blockId, pageId] = [linkedBlockId(address), linkedPageId(address)]
      const block = blockId === undefined ? undefined : blockLink(blockId)
      const page = pageId === undefined ? undefined : pageLink(pageId)
      return block ?? page ?? fileLink(address) ?? webAddress(address)
    }
  }
}

/** An address that opens a page, a mail or a call wherever the export is read; undefined for others. */
function webAddress(address: string): string | undefined {
  const isSafe = URL.canParse(address) && /^(https?|mailto|tel):/i.test(address)
  if (isSafe) return destination(address)
  const isHost = /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)*\.\p{L}{2,}([/?#:]|$)/u.test(address)
  return isHost ? destination(`https://${address}`) : undefined
}
