import type { Block } from 'notion-types'

import { linkOf } from './mentions.ts'
import { headOf, marksIn } from './rich-text.ts'
import { shortLabel } from './short-label.ts'

/** What a page's HTML may weigh, in bytes. */
export const MAX_HTML_BYTES = 5_000_000

/** What one text of a record may weigh, and all of them together, in bytes. */
interface TextBounds {
  one: number
  all: number
}

const blockBounds: TextBounds = { one: 1_000_000, all: 2_000_000 }

/** Of a note that something is left out. */
export const NOTE_BYTES = 80

/** Bytes of markup around a block, around a part of its text, and for each mark of it, in the mean. */
const BLOCK_BYTES = 45
const PART_BYTES = 8
const MARK_BYTES = 12
/** Of a link to what is named, without its name; of a line of contents; of a link to a view. */
const LINK_BYTES = 60
const ENTRY_BYTES = 60
const TAB_BYTES = 150
/** Slugs, which addresses are made of, are no longer than this. */
const MAX_SLUG_BYTES = 360

/** The name of a page, person or view by its id; undefined for what a page does not know. */
export type NameOfRecord = (id: string) => string | undefined

const nameless: NameOfRecord = () => undefined

/** About how many bytes of HTML a block takes without what it holds; with the names that it shows. */
export function blockWeight(
  block: Partial<Pick<Block, 'type' | 'properties' | 'format'>>,
  nameOf: NameOfRecord = nameless
): number {
  let texts = 0
  for (const text of Object.values(block.properties ?? {}))
    texts += Math.min(textWeight(text, nameOf), blockBounds.one)
  let weight = BLOCK_BYTES + Math.min(texts, blockBounds.all)
  if (formatTypes.has(block.type)) weight += JSON.stringify(block.format ?? '').length
  if (block.type === 'alias') weight += namedWeight(block.format?.alias_pointer?.id, nameOf)
  if (block.type === 'collection_view') weight += tabsWeight(block, nameOf)
  return weight
}

/** Types that show what their format says. */
const formatTypes = new Set<string | undefined>(
  'callout external_object_instance link_preview tweet drive button'.split(' ')
)

/**
 * What each text of a record may weigh where one of them weighs more, and less where there are many
 * long ones; undefined where all of them may stay as they are.
 */
export function textLimit(
  { properties }: Partial<Pick<Block, 'properties'>>,
  { one, all }: TextBounds = blockBounds
): number | undefined {
  const weights = Object.values(properties ?? {}).map((text) => textWeight(text))
  const weight = weights.reduce((sum, each) => sum + Math.min(each, one), 0)
  const limit = weight > all ? all / weights.length : one
  return weights.some((each) => each > limit) ? limit : undefined
}

/** About how many bytes of HTML a text takes. */
function textWeight(text: unknown, nameOf: NameOfRecord = nameless): number {
  if (!Array.isArray(text)) return 0
  let weight = 0
  for (const part of text) weight += partWeight(part, nameOf)
  return weight
}

export function partWeight(part: unknown, nameOf: NameOfRecord = nameless): number {
  let weight = PART_BYTES + wordsWeight(headOf(part))
  if (!Array.isArray(part) || part.length < 2) return weight
  for (const [kind, argument] of marksIn(part)) {
    const isName = kind === 'p' || kind === 'u'
    weight += MARK_BYTES + (isName ? namedWeight(argument, nameOf) : argumentWeight(argument))
  }
  return weight
}

/** What a mark says: an address, a formula, or those of a link with its title. */
function argumentWeight(argument: unknown): number {
  if (typeof argument === 'string') return wordsWeight(argument)
  const { title = '', href = '' } = linkOf(argument)
  return wordsWeight(title) + wordsWeight(href)
}

/** Of a heading as contents name it: a link to its slug. */
export function entryWeight({ properties }: Partial<Pick<Block, 'properties'>>): number {
  return ENTRY_BYTES + linkWeight(textWeight(properties?.title))
}

/** Of a link to a page of this name. */
export function nameWeight(name: string): number {
  return LINK_BYTES + linkWeight(wordsWeight(shortLabel(name)))
}

/** The name, and what stands of it in the address. */
function linkWeight(name: number): number {
  return Math.min(name, MAX_LABEL_BYTES) + Math.min(name, MAX_SLUG_BYTES)
}

/** Of a short label, three bytes a letter. */
const MAX_LABEL_BYTES = 1500

function namedWeight(id: unknown, nameOf: NameOfRecord): number {
  const name = typeof id === 'string' ? nameOf(id) : undefined
  return name === undefined ? 0 : nameWeight(name)
}

function tabsWeight(block: object, nameOf: NameOfRecord): number {
  const ids: unknown = 'view_ids' in block ? block.view_ids : undefined
  if (!Array.isArray(ids)) return 0
  return ids.reduce<number>((sum, id) => sum + TAB_BYTES + namedWeight(id, nameOf), 0)
}

/** Bytes of words in UTF-8 with `"`, `&`, `'`, `<` and `>` escaped. */
function wordsWeight(words: string): number {
  let weight = words.length
  for (let index = 0; index < words.length; index++) {
    const code = words.charCodeAt(index)
    if (code > 0x7f) weight += code > 0x7ff ? 2 : 1
    else if (code === 0x22 || code === 0x26 || code === 0x27) weight += 5
    else if (code === 0x3c || code === 0x3e) weight += 3
  }
  return weight
}
