import type { Block } from 'notion-types'

/** A block with so many characters of each of its texts. */
export function shortened(block: Block, limit: number): Block {
  const texts = Object.entries((block.properties ?? {}) as Record<string, unknown>)
  const properties = Object.fromEntries(texts.map(([key, text]) => [key, cutText(text, limit)]))
  // Parts of texts stay parts of texts.
  return { ...block, properties } as Block
}

function cutText(text: unknown, limit: number): unknown {
  if (!Array.isArray(text)) return text
  let left = limit
  const kept: unknown[] = []
  for (const part of text as unknown[]) {
    if (left <= 0) break
    const words: unknown = Array.isArray(part) ? part[0] : undefined
    const isCut = Array.isArray(part) && typeof words === 'string' && words.length > left
    kept.push(isCut ? [words.slice(0, left), ...part.slice(1)] : part)
    left -= typeof words === 'string' ? words.length : 0
  }
  return kept
}
