import type { Block } from 'notion-types'

import { partWeight } from '../../site/block-weight.ts'

/** A block whose texts weigh no more than a limit each: parts of them are left out, or cut. */
export function shortened(block: Block, maxBytes: number): Block {
  const texts = Object.entries((block.properties ?? {}) as Record<string, unknown>)
  const properties = Object.fromEntries(texts.map(([key, text]) => [key, cutText(text, maxBytes)]))
  // Parts of texts stay parts of texts.
  return { ...block, properties } as Block
}

function cutText(text: unknown, maxBytes: number): unknown {
  if (!Array.isArray(text)) return text
  let left = maxBytes
  const kept: unknown[] = []
  for (const part of text as unknown[]) {
    const weight = partWeight(part)
    kept.push(weight > left ? cutPart(part, left / weight) : part)
    left -= weight
    if (left <= 0) break
  }
  return kept
}

/** The first share of a part's words, with a sign that there are more; without marks that are longer than words. */
function cutPart(part: unknown, share: number): unknown {
  if (!Array.isArray(part) || typeof part[0] !== 'string') return part
  const [words, ...marks] = part as [string, ...unknown[]]
  if (partWeight([words]) < partWeight(part) / 2)
    return [words.length > 1 ? `${words.slice(0, MAX_BARE)}…` : '…']
  return [`${words.slice(0, Math.floor(words.length * share))}…`, ...marks]
}

/** Of the words whose marks are left out. */
const MAX_BARE = 1000
