import type { Block } from 'notion-types'

import { parseId, undashId } from '../notion/blocks/notion-id.ts'
import { plainText } from '../notion/text/rich-text.ts'
import { titleToSlug } from './slug.ts'

/** Ids of parts of every page, which its headings may not have. */
const ownIds = [
  'content',
  'site-search',
  'page-search',
  'message-search',
  'search-dialog',
  'search-list',
  'site-footer',
  'view-status'
]

const TAIL_LENGTH = 8

/** How a heading can be linked to, besides by the id of its block. */
export interface HeadingAnchor {
  /** The address that the page itself gives. */
  id: string
  /** The one it has, or once had, beside an older heading of the same words. */
  besideNamesake: string | undefined
}

/**
 * A readable id for each heading of a page, by block id: the slug of its own words. Of headings with
 * one slug the oldest keeps it and the others get the end of their id behind it, as pages do: a count
 * by place would move every later one when a heading is added above. What a mention names is left
 * out, since that page may be renamed. A heading without a word has none.
 *
 * The oldest can be reached by the longer form too: it may have got the plain slug only when one
 * still older went away or was renamed, and links to the longer one are about (five bytes a heading,
 * compressed). What can still happen
 * is that an older block gets the same words: the plain address then leads to that one. To know who had
 * it first would take a history of headings in the mirror, which those rare links are not worth.
 */
export function headingAnchors(headings: Block[]): Map<string, HeadingAnchor> {
  const taken = new Set(ownIds)
  const anchors = new Map<string, HeadingAnchor>()
  for (const heading of headings.toSorted(olderFirst)) {
    const slug = titleToSlug(plainText(heading.properties?.title))
    if (!slug) continue
    const blockId = undashId(heading.id)
    const besideNamesake = `${slug}-${blockId.slice(-TAIL_LENGTH)}`
    const names = [slug, besideNamesake, `${slug}-${blockId}`]
    // What looks like an id belongs to the block that has it.
    const id = names.find((name) => !taken.has(name) && parseId(name) === undefined)
    if (id === undefined) continue
    taken.add(id)
    anchors.set(heading.id, { id, besideNamesake })
  }
  return withoutTaken(anchors, taken)
}

/** A second name is given only where it is no heading's first. */
function withoutTaken(
  anchors: Map<string, HeadingAnchor>,
  taken: Set<string>
): Map<string, HeadingAnchor> {
  for (const anchor of anchors.values()) {
    const { besideNamesake: name = '' } = anchor
    if (taken.has(name)) anchor.besideNamesake = undefined
    taken.add(name)
  }
  return anchors
}

function olderFirst(a: Block, b: Block): number {
  return (a.created_time ?? 0) - (b.created_time ?? 0) || (a.id < b.id ? -1 : 1)
}
