import type { Block, Collection, Decoration } from 'notion-types'

import { ownPath } from '../addresses/site-address.ts'
import { linkedIds, originalIds } from '../notion/blocks/block-references.ts'
import { externalObject } from '../notion/blocks/external-object.ts'
import { parsePathId } from '../notion/blocks/notion-id.ts'
import { isFields } from '../notion/is-fields.ts'
import { plainText } from '../notion/text/rich-text.ts'

/** Pages of which links must not repeat anything. */
export interface HiddenTargets {
  /** Whether a page or block is one of them, or belongs to one. */
  has: (id: string) => boolean
  /** Whether a path of the site, as `ownPath` returns it, leads to one of them. */
  hasPath: (path: string) => boolean
  /** The domain of the site. */
  domain: string
}

/**
 * A block without what it has copied from a page that it links to: the former title in an alias, the
 * title and description in a bookmark or in the mention of a link, the facts of an external object.
 */
export function withoutLinkTexts(block: Block, targets: HiddenTargets): Block {
  const { properties } = block
  if (block.type === 'alias' && originalIds(block).some(targets.has)) {
    return { ...block, properties: undefined } as Block
  }
  const { address } = externalObject(block)
  if (leadsToHidden(address, targets)) {
    return { ...withBareTexts(block, targets), format: { original_url: address } } as Block
  }
  if (block.type === 'bookmark' && leadsToHidden(plainText(properties?.link), targets)) {
    const { link } = properties
    return { ...block, properties: { link }, format: undefined } as unknown as Block
  }
  return withBareTexts(block, targets)
}

/** A collection whose name and description mention links to hidden pages by nothing but the address. */
export function withoutMentionTexts(collection: Collection, targets: HiddenTargets): Collection {
  const bareTexts = Object.entries(collection).map(([key, text]: [string, unknown]) => [
    key,
    hasTexts.has(key) && hasLinkMention(text) ? withBareMentions(text, targets) : text
  ])
  return Object.fromEntries(bareTexts) as Collection
}

const hasTexts = new Set(['name', 'description'])

function withBareTexts(block: Block, targets: HiddenTargets): Block {
  const { properties } = block
  if (!properties || !hasLinkMention(properties)) return block
  const bareTexts = Object.entries(properties).map(([id, text]) => [
    id,
    withBareMentions(text, targets)
  ])
  return { ...block, properties: Object.fromEntries(bareTexts) as Block['properties'] } as Block
}

const hasLinkMention = (texts: unknown) => JSON.stringify(texts ?? '').includes('"lm"')

/** A text whose mentions of links to hidden pages contain nothing but the address. */
function withBareMentions(text: unknown, targets: HiddenTargets): unknown {
  if (!Array.isArray(text)) return text
  return text.map((part: unknown) => {
    if (!Array.isArray(part) || !Array.isArray(part[1])) return part as unknown
    const [words, marks] = part as unknown as [string, unknown[]]
    return [
      words,
      marks.map((mark) => (isMention(mark, targets) ? bare(mark) : mark))
    ] as Decoration
  })
}

function isMention(mark: unknown, targets: HiddenTargets): mark is [string, unknown] {
  if (!Array.isArray(mark)) return false
  const [kind, link] = mark as unknown[]
  return kind === 'lm' && isFields(link) && leadsToHidden(link['href'], targets)
}

const bare = ([kind, link]: [string, unknown]) => [kind, { href: (link as { href: string }).href }]

function leadsToHidden(address: unknown, { has, hasPath, domain }: HiddenTargets): boolean {
  if (typeof address !== 'string') return false
  if (linkedIds(address.replace(/^notion:/i, 'https:')).some(has)) return true
  const path = ownPath(domain, address)
  if (path === undefined) return false
  const id = parsePathId(path)
  return hasPath(path) || (id !== undefined && has(id))
}
