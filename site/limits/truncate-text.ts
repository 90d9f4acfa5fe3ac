import type { Block, Decoration } from 'notion-types'

import { type TextCaps, blockTextCaps } from './caps.ts'
import { maxTextCost, partCost, textCost } from './html-cost.ts'

/** Characters kept of a text whose marks cost more than its characters. */
const MAX_UNMARKED = 1000

/**
 * The cost limit for each text of a block, lower if there are many long texts; undefined if no text
 * exceeds its limit.
 */
export function textLimit(
  { properties }: Partial<Pick<Block, 'properties'>>,
  { one, all }: TextCaps = blockTextCaps
): number | undefined {
  if (!properties) return undefined
  const texts = Object.values(properties as Record<string, unknown>)
  if (areShort(texts, one)) return undefined
  let [sum, highest, count] = [0, 0, 0]
  for (const text of texts) {
    const cost = textCost(text)
    sum += Math.min(cost, one)
    highest = Math.max(highest, cost)
    count++
  }
  const limit = sum > all ? all / count : one
  return highest > limit ? limit : undefined
}

/** Whether texts together certainly stay within a limit; fast, since a page may have thousands of rows. */
function areShort(texts: unknown[], limit: number): boolean {
  let cost = 0
  for (const text of texts) cost += maxTextCost(text)
  return cost <= limit
}

/** Truncates the texts of a block to the limit of `textCaps`. */
export function truncateTexts(block: Block, textCaps?: TextCaps): Block {
  const limit = textLimit(block, textCaps)
  if (limit === undefined) return block
  const texts = Object.entries((block.properties ?? {}) as Record<string, unknown>)
  const properties = Object.fromEntries(texts.map(([key, text]) => [key, truncate(text, limit)]))
  // Truncated segments have the shape of Notion's segments.
  return { ...block, properties } as Block
}

/**
 * Whether `truncateTexts` has left out items of a list of pages, people or files: its last segment is an
 * ellipsis without marks, and names no item.
 */
export function isTruncatedList(value: Decoration[] | undefined): boolean {
  const last: unknown = value?.at(-1)
  return Array.isArray(last) && last.length === 1 && String(last[0]).endsWith('…')
}

function truncate(text: unknown, maxCost: number): unknown {
  if (!Array.isArray(text)) return text
  let left = maxCost
  const kept: unknown[] = []
  for (const part of text as unknown[]) {
    const cost = partCost(part)
    if (cost > left) {
      kept.push(truncatePart(part, left / cost))
      break
    }
    kept.push(part)
    left -= cost
  }
  return kept
}

/**
 * Keeps the first `share` of a segment's characters and adds an ellipsis. Marks that cost more than
 * the characters are dropped.
 */
function truncatePart(part: unknown, share: number): unknown {
  if (!Array.isArray(part) || typeof part[0] !== 'string') return part
  const [characters, ...marks] = part as [string, ...unknown[]]
  if (partCost([characters]) < partCost(part) / 2)
    return [characters.length > 1 ? `${characters.slice(0, MAX_UNMARKED)}…` : '…']
  return [`${characters.slice(0, Math.floor(characters.length * share))}…`, ...marks]
}
