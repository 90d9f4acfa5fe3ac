import type { Block } from 'notion-types'

import { type TextCaps, blockTextCaps } from './caps.ts'
import { partCost, textCost } from './html-cost.ts'

/** Letters that are left of a text whose marks are longer than itself. */
const MAX_UNMARKED = 1000

/**
 * What each text of a block may cost where one of them costs too much, and less where there are many
 * long ones; undefined where all of them may stay as they are.
 */
export function textLimit(
  { properties }: Partial<Pick<Block, 'properties'>>,
  { one, all }: TextCaps = blockTextCaps
): number | undefined {
  const costs = Object.values(properties ?? {}).map((text) => textCost(text))
  const cost = costs.reduce((sum, each) => sum + Math.min(each, one), 0)
  const limit = cost > all ? all / costs.length : one
  return costs.some((each) => each > limit) ? limit : undefined
}

/** A block whose texts cost no more than allowed: the rest of each is left out. */
export function truncateTexts(block: Block, textCaps?: TextCaps): Block {
  const limit = textLimit(block, textCaps)
  if (limit === undefined) return block
  const texts = Object.entries((block.properties ?? {}) as Record<string, unknown>)
  const properties = Object.fromEntries(texts.map(([key, text]) => [key, truncate(text, limit)]))
  // Parts of texts stay parts of texts.
  return { ...block, properties } as Block
}

function truncate(text: unknown, maxCost: number): unknown {
  if (!Array.isArray(text)) return text
  let left = maxCost
  const kept: unknown[] = []
  for (const part of text as unknown[]) {
    const cost = partCost(part)
    kept.push(cost > left ? truncatePart(part, left / cost) : part)
    left -= cost
    if (left <= 0) break
  }
  return kept
}

/** The first share of a part's letters, with an ellipsis; without marks that are longer than the letters. */
function truncatePart(part: unknown, share: number): unknown {
  if (!Array.isArray(part) || typeof part[0] !== 'string') return part
  const [letters, ...marks] = part as [string, ...unknown[]]
  if (partCost([letters]) < partCost(part) / 2)
    return [letters.length > 1 ? `${letters.slice(0, MAX_UNMARKED)}…` : '…']
  return [`${letters.slice(0, Math.floor(letters.length * share))}…`, ...marks]
}
