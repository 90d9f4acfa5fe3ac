import type { Block } from 'notion-types'

import { linkOf } from '../notion/text/mentions.ts'
import { headOf, marksIn } from '../notion/text/rich-text.ts'
import { shortLabel } from '../notion/text/short-label.ts'
import { type TextCaps, blockTextCaps } from './caps.ts'

// Every cost here is an estimate in bytes of HTML.

/** A note that something is left out. */
export const NOTE_COST = 80
/** Markup around a block, around a part of its text, and for each mark of it, on average. */
const BLOCK_COST = 45
const PART_COST = 8
const MARK_COST = 12
/** A link without its name, a line of contents, a link to a view, a cell of a simple table. */
const LINK_COST = 60
const ENTRY_COST = 60
const TAB_COST = 150
export const CELL_COST = 40
/** The longest slug, and the longest short label at three bytes a letter. */
const MAX_SLUG_BYTES = 360
const MAX_LABEL_BYTES = 1500

/** The name of a page, person or view by its id; undefined for an unknown id. */
export type NameOfRecord = (id: string) => string | undefined

const nameless: NameOfRecord = () => undefined

/** A block without the blocks in it, but with the names that it shows. */
export function blockCost(
  block: Partial<Pick<Block, 'type' | 'properties' | 'format'>>,
  nameOf: NameOfRecord = nameless
): number {
  let cost = BLOCK_COST + cappedTextCost(block, nameOf)
  if (formatTypes.has(block.type)) cost += JSON.stringify(block.format ?? '').length
  if (block.type === 'alias') cost += mentionCost(block.format?.alias_pointer?.id, nameOf)
  if (block.type === 'collection_view') cost += tabsCost(block, nameOf)
  return cost
}

/** Types that show what their format says. */
const formatTypes = new Set<string | undefined>(
  'callout external_object_instance link_preview tweet drive button'.split(' ')
)

function cappedTextCost(
  { properties }: Partial<Pick<Block, 'properties'>>,
  nameOf: NameOfRecord,
  { one, all }: TextCaps = blockTextCaps
): number {
  const costs = Object.values(properties ?? {}).map((text) => Math.min(textCost(text, nameOf), one))
  return Math.min(sum(costs), all)
}

export function textCost(text: unknown, nameOf: NameOfRecord = nameless): number {
  return Array.isArray(text) ? sum(text.map((part) => partCost(part, nameOf))) : 0
}

export function partCost(part: unknown, nameOf: NameOfRecord = nameless): number {
  const cost = PART_COST + lettersCost(headOf(part))
  if (!Array.isArray(part) || part.length < 2) return cost
  const marks = marksIn(part).map(([kind, argument]) => {
    const isName = kind === 'p' || kind === 'u'
    return MARK_COST + (isName ? mentionCost(argument, nameOf) : argumentCost(argument))
  })
  return cost + sum(marks)
}

/** The argument of a mark: an address, a formula, or a link with its title. */
function argumentCost(argument: unknown): number {
  if (typeof argument === 'string') return lettersCost(argument)
  const { title = '', href = '' } = linkOf(argument)
  return lettersCost(title) + lettersCost(href)
}

/** A heading in a table of contents: a link to its slug. */
export function entryCost({ properties }: Partial<Pick<Block, 'properties'>>): number {
  return ENTRY_COST + labelCost(textCost(properties?.title))
}

/** A link to a page of this name. */
export function linkCost(name: string): number {
  return LINK_COST + labelCost(lettersCost(shortLabel(name)))
}

/** The name, and its part of the address. */
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

/** Letters in UTF-8, with `"`, `&`, `'`, `<` and `>` escaped. */
function lettersCost(letters: string): number {
  let cost = letters.length
  for (let index = 0; index < letters.length; index++) {
    const code = letters.charCodeAt(index)
    if (code > 0x7f) cost += code > 0x7ff ? 2 : 1
    else if (code === 0x22 || code === 0x26 || code === 0x27) cost += 5
    else if (code === 0x3c || code === 0x3e) cost += 3
  }
  return cost
}

function sum(costs: number[]): number {
  return costs.reduce((total, cost) => total + cost, 0)
}
