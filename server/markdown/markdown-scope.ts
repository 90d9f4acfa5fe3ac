import { keys } from '../../db/changes/change-keys.ts'
import { type ChangeKey, noteRead, noteReads, recordReads } from '../../db/changes/record-reads.ts'
import type { Mirror } from '../../db/mirror/open-mirror.ts'
import { type ComputedResult, computedReader } from '../../db/values/computed-reader.ts'
import {
  type Property,
  readCollections,
  readProperties
} from '../../db/collections/read-collections.ts'
import { readLinkedBlocks } from '../../db/page/read-linked-blocks.ts'
import { linkedBlockId, linkedPageId } from '../../site/notion/blocks/block-references.ts'
import { anchorName } from './text/anchor.ts'
import { destination } from './text/destination.ts'
import type { TextScope } from './text/text-pieces.ts'

/**
 * Link targets in a folder of files or on the web. `from` is the path of the document with the
 * link.
 */
export interface LinkTargets {
  /** Undefined if the page is not published. */
  page: (id: string, from: string) => string | undefined
  /** A stored file by its source address; undefined if its bytes are missing. */
  file: (source: string, from: string) => string | undefined
  /** A file with all rows of a collection; undefined if there is none. */
  collection: (id: string, from: string) => string | undefined
  /** Encodes one of these targets as a URL. */
  destination: (target: string) => string
}

/** The context for writing the pages of one publication as Markdown. */
export interface MarkdownScope {
  mirror: Mirror
  spaceId: string
  linkTargets: LinkTargets
  /** Undefined if the collection is not in the mirror. */
  collectionNameOf: (id: string) => string | undefined
  /** Title of a page or block, or name of a user. */
  nameOf: (id: string) => string | undefined
  /** Title and canonical path of a page. */
  pageOf: (id: string) => { title: string; path: string } | undefined
  /** The properties of a collection in the order of its schema. */
  propertiesOf: (collectionId: string) => Property[]
  /** Whether links point to a block. */
  isLinked: (blockId: string) => boolean
  /** The page of such a block; undefined for other blocks. */
  pageOfLinked: (blockId: string) => string | undefined
  /** The result of a rollup or formula of a row. */
  computedOf: (pageId: string, propertyId: string) => ComputedResult
}

/**
 * The scope for the present publication: the names of collections and the linked blocks are read now, all
 * else when it is needed. Its functions note what they read.
 */
export function markdownScope(
  mirror: Mirror,
  options: { spaceId: string; linkTargets: LinkTargets }
): MarkdownScope {
  const properties = new Map<string, { value: Property[]; keys: Set<ChangeKey> }>()
  const collectionNames = new Map(readCollections(mirror).map(({ id, name }) => [id, name]))
  const linkedBlocks = readLinkedBlocks(mirror)
  const readPage = mirror.$client.prepare<[string], { title: string; path: string }>(
    'select title, path from page where id = ?'
  )
  // The page table first: the name of a full-page database is in its collection, not in its block.
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
    collectionNameOf: (id) => {
      noteRead(keys.collection(id))
      return collectionNames.get(id)
    },
    nameOf: (id) => {
      noteReads([keys.name(id), keys.block(id), keys.user(id)])
      return readName.get({ id })
    },
    pageOf: (id) => {
      noteRead(keys.name(id))
      return readPage.get(id)
    },
    isLinked: (id) => linkedBlocks.has(id),
    pageOfLinked: (id) => {
      noteRead(keys.block(id))
      return linkedBlocks.get(id)
    },
    computedOf: computedReader(mirror),
    propertiesOf: (id) => {
      const known = properties.get(id) ?? recordReads(() => readProperties(mirror, id))
      properties.set(id, known)
      noteReads(known.keys)
      return known.value
    }
  }
}

/** The link functions for a document at the path `from`. */
export function linksFrom(scope: MarkdownScope, from: string): Omit<TextScope, 'externalObject'> {
  const { linkTargets } = scope
  const encoded = (target: string | undefined) =>
    target === undefined ? undefined : linkTargets.destination(target)
  const blockLink = (id: string) => {
    const page = encoded(linkTargets.page(scope.pageOfLinked(id) ?? '', from))
    return page === undefined ? undefined : `${page}#${anchorName(id)}`
  }
  const pageLink = (id: string) => encoded(linkTargets.page(id, from)) ?? blockLink(id)
  const fileLink = (source: string) => encoded(linkTargets.file(source, from))
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

/** An http, mailto or tel address, or a host name without scheme; undefined for other texts. */
function webAddress(address: string): string | undefined {
  const isSafe = URL.canParse(address) && /^(https?|mailto|tel):/i.test(address)
  if (isSafe) return destination(address)
  const isHost = /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)*\.\p{L}{2,}([/?#:]|$)/u.test(address)
  return isHost ? destination(`https://${address}`) : undefined
}
