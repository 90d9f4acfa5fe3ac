import type { Mirror } from '../../db/mirror/open-mirror.ts'
import { type ComputedResult, computedReader } from '../../db/values/read-computed.ts'
import {
  type Property,
  readCollections,
  readProperties
} from '../../db/collections/read-collections.ts'
import { readLinkedBlocks } from '../../db/page/read-linked-blocks.ts'
import { linkedBlockId, linkedPageId } from '../../site/notion/blocks/block-references.ts'
import { anchorName } from './text/anchor.ts'
import { destination } from './text/escape.ts'
import type { TextScope } from './text/text-pieces.ts'

/** Where things are found from a document: in a folder of files, or on the web. */
export interface Whereabouts {
  /** A page, as it is named in the document that stands at `from`; undefined when it is not there. */
  page: (id: string, from: string) => string | undefined
  /** A stored file by its source address; undefined when its bytes are not there. */
  file: (source: string, from: string) => string | undefined
  /** All rows of a collection; undefined when they are not to be had as one. */
  collection: (id: string, from: string) => string | undefined
  /** What these answer, as the destination of a link. */
  destination: (address: string) => string
}

/** What is known while the pages of one publication are written as Markdown. */
export interface MarkdownScope {
  mirror: Mirror
  spaceId: string
  whereabouts: Whereabouts
  collectionNames: Map<string, string>
  nameOf: (id: string) => string | undefined
  /** Title and canonical path of a page. */
  pageOf: (id: string) => { title: string; path: string } | undefined
  /** The schema of a collection, in its order. */
  propertiesOf: (collectionId: string) => Property[]
  /** Blocks that links lead to, with the page that each stands on. */
  linkedBlocks: Map<string, string>
  /** What a rollup or formula of a row comes to. */
  computedOf: (pageId: string, propertyId: string) => ComputedResult
}

/** Reads what all pages of a publication are written with. */
export function markdownScope(
  mirror: Mirror,
  options: { spaceId: string; whereabouts: Whereabouts }
): MarkdownScope {
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
    collectionNames: new Map(readCollections(mirror).map(({ id, name }) => [id, name])),
    nameOf: (id) => readName.get({ id }),
    pageOf: (id) => readPage.get(id),
    linkedBlocks: readLinkedBlocks(mirror),
    computedOf: computedReader(mirror),
    propertiesOf: (id) => {
      const known = properties.get(id) ?? readProperties(mirror, id)
      properties.set(id, known)
      return known
    }
  }
}

/** The links of one document: all of them lead from where it stands. */
export function linksFrom(scope: MarkdownScope, from: string): Omit<TextScope, 'externalObject'> {
  const { whereabouts } = scope
  const written = (target: string | undefined) =>
    target === undefined ? undefined : whereabouts.destination(target)
  const blockLink = (id: string) => {
    const page = written(whereabouts.page(scope.linkedBlocks.get(id) ?? '', from))
    return page === undefined ? undefined : `${page}#${anchorName(id)}`
  }
  const pageLink = (id: string) => written(whereabouts.page(id, from)) ?? blockLink(id)
  const fileLink = (source: string) => written(whereabouts.file(source, from))
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

/** An address that opens a page, a mail or a call wherever the text is read; undefined for others. */
function webAddress(address: string): string | undefined {
  const isSafe = URL.canParse(address) && /^(https?|mailto|tel):/i.test(address)
  if (isSafe) return destination(address)
  const isHost = /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)*\.\p{L}{2,}([/?#:]|$)/u.test(address)
  return isHost ? destination(`https://${address}`) : undefined
}
