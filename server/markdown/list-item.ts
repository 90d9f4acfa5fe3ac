import type { Block } from 'notion-types'

import { type BlockScope, markdownOf } from './block-scope.ts'

/** Which list a block is an item of; undefined when it is none. */
export function listKind(block: Block): string | undefined {
  return block.type in kinds ? block.type : undefined
}

const kinds = { bulleted_list: '-', numbered_list: '1.', to_do: '-' }

/** An item of a list with what is nested in it; `number` is its place in a numbered list. */
export function listItem(block: Block, scope: BlockScope, number: number): string {
  const marker = block.type === 'numbered_list' ? `${number}.` : '-'
  const text = [checkBox(block), markdownOf(block, scope)].filter(Boolean).join(' ')
  const content = scope.content(block)
  // Without a text of its own the content comes first: a list item cannot begin with an empty line.
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
