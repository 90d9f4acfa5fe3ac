import type { Block, Collection, Decoration, User } from 'notion-types'
import { getBlockValue } from 'notion-utils'

import { collectionIdOf } from '../../../site/notion/blocks/block-references.ts'
import { externalType, objectName } from '../../../site/notion/blocks/external-object.ts'
import { pageName } from '../../../site/notion/blocks/page-name.ts'
import type { NameOf } from '../../../site/notion/text/mentions.ts'
import { plainText } from '../../../site/notion/text/rich-text.ts'
import { shortLabel } from '../../../site/notion/text/short-label.ts'
import { missingMessage } from '../../../site/locales/messages-for.ts'
import { shownTitle } from '../../../site/locales/shown-title.ts'
import type { PageContext } from './page-context.ts'
import { pageChapter } from '../spoilers/Spoiler.tsx'

type Records = Pick<PageContext, 'page' | 'blocks'>
type TextRecords = Pick<PageContext, 'page' | 'blocks' | 'messages' | 'chapters'>

/** A person's name, or undefined if the record has none. */
export function userName({ page: { recordMap } }: Records, id: string): string | undefined {
  const user = getBlockValue<User>(recordMap.notion_user[id])
  const name = [user?.given_name, user?.family_name].filter(Boolean).join(' ')
  return shortLabel(name) || undefined
}

/** The title of a page or database as a label, or undefined if the mirror lacks it. */
export function pageTitle(context: TextRecords, id: string): string | undefined {
  const block = context.blocks.get(id)
  // Mentioned pages are named without their own mentions, since titles may mention each other.
  const nameOf = (mentionedId: string, kind: string) =>
    coverLabel(context, mentionedId) ??
    namedRecord(context, mentionedId) ??
    missingMessage(context.messages, kind)
  return block && shownTitle(shortLabel(ownTitle(context, block, nameOf)), context.messages)
}

/** What is shown instead of the name of a covered page; undefined for any other one. */
function coverLabel(context: TextRecords, id: string): string | undefined {
  const chapter = pageChapter(context, id)
  return chapter === undefined ? undefined : context.messages.spoiler(chapter)
}

function ownTitle({ page: { recordMap } }: Records, block: Block, nameOf?: NameOf): string {
  const isCollection = block.type.startsWith('collection_view')
  const collection = recordMap.collection[(isCollection && collectionIdOf(block)) || '']
  return pageName(block, getBlockValue<Collection>(collection), nameOf).trim()
}

function namedRecord(context: TextRecords, id: string): string | undefined {
  const block = context.blocks.get(id)
  if (!block) return userName(context, id)
  if (block.type === externalType) return objectName(block)
  return shownTitle(ownTitle(context, block), context.messages)
}

/** A rich text as plain text, with mentions replaced by the names that the page shows. */
export function textOf(context: TextRecords, text: Decoration[] | undefined): string {
  return plainText(text, (id, kind) => {
    const missing = missingMessage(context.messages, kind)
    const block = context.blocks.get(id)
    if (block?.type === externalType) return objectName(block) ?? missing
    return coverLabel(context, id) ?? pageTitle(context, id) ?? userName(context, id) ?? missing
  })
}
