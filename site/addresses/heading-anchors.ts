import type { Block } from 'notion-types'

import { parseId, undashId } from '../notion/blocks/notion-id.ts'
import { plainText } from '../notion/text/rich-text.ts'
import { titleToSlug } from './slug.ts'

/** Ids that every page uses itself, so headings may not have them. */
const ownIds = [
  'content',
  'site-search',
  'link-card',
  'page-foot',
  'page-search',
  'script-messages',
  'message-search',
  'search-dialog',
  'search-list',
  'shortcuts',
  'site-footer',
  'site-panel',
  'theme-switch',
  'view-status'
]

const TAIL_LENGTH = 8

/** The ids by which a heading can be linked to, besides its block id. */
export interface HeadingAnchor {
  /** The id used in the page's own links. */
  id: string
  /**
   * The id with a suffix, which the heading has, or once had, beside an older heading with the same
   * text.
   */
  suffixedId: string | undefined
}

/**
 * Assigns each heading of a page a readable id, by block id: the slug of its text. If headings
 * share a slug, the oldest of the page's own keeps it and the others get the end of their block id as a
 * suffix; those of synced copies come last, because the search knows only the page's own. A counter
 * by position would change later ids whenever a heading is inserted above. Mentions are
 * left out, since the mentioned page may be renamed. A heading without text has no id.
 *
 * The oldest heading can be reached by its suffixed id too: it may have got the plain slug when an
 * older heading was removed or renamed, and links to the suffixed id still exist (cost: five bytes
 * a heading, compressed). One case remains: if an older block later gets the same text, the plain
 * id moves to that block. Preventing it would take a history of headings in the mirror.
 */
export function headingAnchors(
  headings: Block[],
  isOwn: (heading: Block) => boolean = () => true
): Map<string, HeadingAnchor> {
  const taken = new Set(ownIds)
  const anchors = new Map<string, HeadingAnchor>()
  const byAge = headings.toSorted(olderFirst)
  const ordered = [...byAge.filter(isOwn), ...byAge.filter((heading) => !isOwn(heading))]
  for (const heading of ordered) {
    const slug = titleToSlug(plainText(heading.properties?.title))
    if (!slug) continue
    const blockId = undashId(heading.id)
    const suffixedId = `${slug}-${blockId.slice(-TAIL_LENGTH)}`
    const names = [slug, suffixedId, `${slug}-${blockId}`]
    // An id-like name is reserved for the block with that id.
    const id = names.find((name) => !taken.has(name) && parseId(name) === undefined)
    if (id === undefined) continue
    taken.add(id)
    anchors.set(heading.id, { id, suffixedId })
  }
  return withoutTaken(anchors, taken)
}

/** Drops suffixed ids that are another heading's primary id. */
function withoutTaken(
  anchors: Map<string, HeadingAnchor>,
  taken: Set<string>
): Map<string, HeadingAnchor> {
  for (const anchor of anchors.values()) {
    const { suffixedId: name = '' } = anchor
    if (taken.has(name)) anchor.suffixedId = undefined
    taken.add(name)
  }
  return anchors
}

function olderFirst(a: Block, b: Block): number {
  return (a.created_time ?? 0) - (b.created_time ?? 0) || (a.id < b.id ? -1 : 1)
}
