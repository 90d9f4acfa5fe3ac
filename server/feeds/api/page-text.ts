import type { Block } from 'notion-types'

import { keys } from '../../../db/changes/change-keys.ts'
import { noteRead } from '../../../db/changes/record-reads.ts'
import { nameReader } from '../../../db/limits/name-reader.ts'
import { readBlocks, readShownBlocks } from '../../../db/page/read-page-blocks.ts'
import { messagesFor } from '../../../site/locales/messages-for.ts'
import { isPage } from '../../../site/notion/blocks/block-references.ts'
import { plainText } from '../../../site/notion/text/rich-text.ts'
import { caps } from '../../../site/limits/caps.ts'
import type { PublishedSite } from '../../publication/published-site.ts'
import { siteChapters } from '../../publication/site-index.ts'

/** A block in the answer of `/api/pages/<page>`. */
export interface ListedBlock {
  id: string
  type: string
  parentId: string
  text: string
  /** The record as it is in the mirror. */
  record: Block
}

/** The blocks of a page in reading order, without sub-pages' content; truncated at the limits of a page. */
export function pageBlocks(
  site: PublishedSite,
  pageId: string
): { blocks: ListedBlock[]; isTruncated: boolean } {
  const { mirror } = site.served()
  const nameOf = mentionNames(site)
  const records = readShownBlocks(mirror, pageId)
  const content = [...records.values()].flatMap((record) => record.content ?? [])
  const absent = content.filter((id) => !records.has(id)).slice(0, caps.blocks)
  for (const record of readBlocks(mirror, absent))
    if (isPage(record)) records.set(record.id, record)
  const listed = new Map<string, ListedBlock>()
  const stack = (records.get(pageId)?.content ?? []).toReversed()
  let id = stack.pop()
  for (; id !== undefined && listed.size < caps.blocks; id = stack.pop()) {
    const record = records.get(id)
    if (!record || listed.has(id) || id === pageId) continue
    const { type, parent_id: parentId, properties } = record
    listed.set(id, { id, type, parentId, text: plainText(properties?.title, nameOf), record })
    // The record of a sub-page has its time of the last edit, which no link shows.
    if (isPage(record)) noteRead(keys.block(id))
    else stack.push(...(record.content ?? []).toReversed())
  }
  return { blocks: [...listed.values()], isTruncated: id !== undefined }
}

/** The names of mentioned pages and people. A covered spoiler is named by its chapter. */
function mentionNames(site: PublishedSite): (id: string) => string | undefined {
  const readName = nameReader(site.served().mirror)
  const chapters = siteChapters(site)
  const { spoiler } = messagesFor(site.config)
  return (id) => {
    const name = readName(id)
    const chapter = chapters.get(id)
    return chapter === undefined ? name : spoiler(chapter)
  }
}
