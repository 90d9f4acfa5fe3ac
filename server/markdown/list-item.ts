import type { Block } from 'notion-types'

import { type BlockScope, markdownOf } from './block-scope.ts'

/** The block type of a list item; undefined for other blocks. */
export function listKind(block: Block): string | undefined {
  return block.type in kinds ? block.type : undefined
}

const kinds = { bulleted_list: '-', numbered_list: '1.', to_do: '-' }

/** A list item with its nested blocks; `number` is for numbered lists. */
export function listItem(block: Block, scope: BlockScope, number: number): string {
  const marker = block.type === 'numbered_list' ? `${number}.` : '-'
  const text = [checkBox(block), markdownOf(block, scope)].filter(Boolean).join(' ')
  const content = scope.content(block)
  // Without text the content follows the marker directly: a list item cannot start with a blank
  // line.
  const isList = /^(-|1\.) \S/.test(content)
  const body = [text, content].filter(Boolean).join(isList ? '\n' : '\n\n')
  const indent = ' '.repeat(marker.length + 1)
  const indented = body.replaceAll(/\n(?=[^\n])/g, `\n${indent}`)
  return body === '' ? marker : `${marker} ${indented}`
}

function checkBox(block: Block): string {
  if (block.type !== 'to_do') return ''
  return block.properties?.checked?.[0]?.[0] === 'Yes' ? '[x]' : '[ ]'
}
