import type { Block } from 'notion-types'

import { pictureLink } from '../notion/blocks/block-references.ts'
import { sum } from '../notion/collections/statistics.ts'
import { linkOf } from '../notion/text/mentions.ts'
import { headOf, marksIn } from '../notion/text/rich-text.ts'
import { shortLabel } from '../notion/text/short-label.ts'
import { blockTextCaps } from './caps.ts'

// All costs in this file are estimates in bytes of HTML.

/** A truncation note. */
export const NOTE_COST = 80
/** Average markup of a block, of a text segment, and of a segment's mark. */
const BLOCK_COST = 45
const PART_COST = 8
const MARK_COST = 12
/** A character that is escaped. */
const MAX_CHARACTER_COST = 6
/**
 * A link without its name, an entry of a table of contents, a view's tab, a cell of a simple table.
 */
const LINK_COST = 60
const ENTRY_COST = 60
const TAB_COST = 150
export const CELL_COST = 40
/** The longest slug, and the longest short label at three bytes a character. */
const MAX_SLUG_BYTES = 360
const MAX_LABEL_BYTES = 1500

/** The name of a page, person or view by its id; undefined for an unknown id. */
export type NameOfRecord = (id: string) => string | undefined

const nameless: NameOfRecord = () => undefined

/** Cost of a block without its child blocks, but with the names that it mentions. */
export function blockCost(
  block: Partial<Pick<Block, 'type' | 'properties' | 'format'>>,
  nameOf: NameOfRecord = nameless
): number {
  let cost = BLOCK_COST + cappedTextCost(block, nameOf)
  if (formatTypes.has(block.type)) cost += JSON.stringify(block.format ?? '').length
  if (block.type === 'alias') cost += mentionCost(block.format?.alias_pointer?.id, nameOf)
  if (block.type === 'image') cost += argumentCost(pictureLink(block) ?? '')
  if (block.type === 'collection_view') cost += tabsCost(block, nameOf)
  return cost
}

/** Types that render fields of their format. */
const formatTypes = new Set<string | undefined>(
  'callout external_object_instance link_preview tweet drive button factory'.split(' ')
)

function cappedTextCost(
  { properties }: Partial<Pick<Block, 'properties'>>,
  nameOf: NameOfRecord
): number {
  if (!properties) return 0
  const { one, all } = blockTextCaps
  let cost = 0
  for (const text of Object.values(properties)) cost += Math.min(textCost(text, nameOf), one)
  return Math.min(cost, all)
}

/** Cost of a rich text; 0 if it is not a list of segments. */
export function textCost(text: unknown, nameOf: NameOfRecord = nameless): number {
  if (!Array.isArray(text)) return 0
  let cost = 0
  for (const part of text) cost += partCost(part, nameOf)
  return cost
}

/** What a rich text costs at most, with unmarked segments estimated by their lengths. */
export function maxTextCost(text: unknown): number {
  if (!Array.isArray(text)) return 0
  let cost = 0
  for (const part of text as unknown[]) {
    const isMarked = Array.isArray(part) && part.length > 1
    cost += isMarked ? partCost(part) : PART_COST + headOf(part).length * MAX_CHARACTER_COST
  }
  return cost
}

/** Cost of one segment of a rich text, with its marks. */
export function partCost(part: unknown, nameOf: NameOfRecord = nameless): number {
  const cost = PART_COST + charactersCost(headOf(part))
  if (!Array.isArray(part) || part.length < 2) return cost
  const marks = marksIn(part).map(([kind, argument]) => {
    const isName = kind === 'p' || kind === 'u'
    return MARK_COST + (isName ? mentionCost(argument, nameOf) : argumentCost(argument))
  })
  return cost + sum(marks)
}

/** Cost of a mark's argument: a URL, an equation, or a link with its title. */
function argumentCost(argument: unknown): number {
  if (typeof argument === 'string') return charactersCost(argument)
  const { title = '', href = '' } = linkOf(argument)
  return charactersCost(title) + charactersCost(href)
}

/** Cost of a heading's entry in a table of contents. */
export function entryCost({ properties }: Partial<Pick<Block, 'properties'>>): number {
  return ENTRY_COST + labelCost(textCost(properties?.title))
}

/** Cost of a link to a page with this name. */
export function linkCost(name: string): number {
  return LINK_COST + labelCost(charactersCost(shortLabel(name)))
}

/** Cost of a name and of the slug in its URL. */
function labelCost(name: number): number {
  return Math.min(name, MAX_LABEL_BYTES) + Math.min(name, MAX_SLUG_BYTES)
}

function mentionCost(id: unknown, nameOf: NameOfRecord): number {
  const name = typeof id === 'string' ? nameOf(id) : undefined
  return name === undefined ? 0 : linkCost(name)
}

function tabsCost(block: object, nameOf: NameOfRecord): number {
  const ids: unknown = 'view_ids' in block ? block.view_ids : undefined
  return Array.isArray(ids) ? sum(ids.map((id) => TAB_COST + mentionCost(id, nameOf))) : 0
}

/** Characters in UTF-8, with `"`, `&`, `'`, `<` and `>` escaped. */
function charactersCost(text: string): number {
  let cost = text.length
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    cost += code > 0x7f ? (code > 0x7ff ? 2 : 1) : (escapedCosts[code] ?? 0)
  }
  return cost
}

/** What escaping adds to each character of ASCII. A table: every character of a page is looked up. */
const escapedCosts = Uint8Array.from({ length: 0x80 }, (_, code) => {
  const character = String.fromCharCode(code)
  return '"&\''.includes(character) ? 5 : '<>'.includes(character) ? 3 : 0
})
