import type { Block } from 'notion-types'

import { parseId, undashId } from './page-id.ts'
import { plainText } from './rich-text.ts'
import { titleToSlug } from './slug.ts'

/** Ids of parts of every page, which its headings may not have. */
const ownIds = ['content', 'site-search', 'page-search', 'message-search']

const TAIL_LENGTH = 8

/**
 * A readable id for each heading of a page, by block id: the slug of its own words. Of headings with
 * one slug the oldest keeps it and the others get the end of their id behind it, as pages do: a count
 * by place would move every later one when a heading is added above. What a mention names is left
 * out, since that page may be renamed. A heading without a word has none.
 */
export function headingAnchors(headings: Block[]): Map<string, string> {
  const taken = new Set(ownIds)
  const anchors = new Map<string, string>()
  for (const heading of headings.toSorted(olderFirst)) {
    const slug = titleToSlug(plainText(heading.properties?.title))
    if (!slug) continue
    const id = undashId(heading.id)
    const names = [slug, `${slug}-${id.slice(-TAIL_LENGTH)}`, `${slug}-${id}`]
    // What looks like an id belongs to the block that has it.
    const anchor = names.find((name) => !taken.has(name) && parseId(name) === undefined)
    if (anchor === undefined) continue
    taken.add(anchor)
    anchors.set(heading.id, anchor)
  }
  return anchors
}

function olderFirst(a: Block, b: Block): number {
  return (a.created_time ?? 0) - (b.created_time ?? 0) || (a.id < b.id ? -1 : 1)
}
