import type { Block } from 'notion-types'

import { type PageContext } from '../context/page-context.ts'

/** Deeper nesting is ignored; it also ends the loop for a record that is its own ancestor. */
const MAX_LEVEL = 30

/** Markers by nesting level, repeated in turn; undefined is the browser's default. */
const numbers = [undefined, 'a', 'i'] as const
const bullets = [undefined, 'list-circle', 'list-disc']

/** Markers that an author can choose, by Notion's names. */
const chosenNumbers = new Map<unknown, (typeof numbers)[number]>([
  ['numbers', undefined],
  ['letters', 'a'],
  ['roman', 'i']
])
const chosenBullets = new Map<unknown, string | undefined>([
  ['square', undefined],
  ['circle', 'list-circle'],
  ['disc', 'list-disc']
])

/** The `type` attribute of a numbered list, from its first item. */
export function numberType(context: PageContext, first: Block): (typeof numbers)[number] {
  const chosen: unknown = first.format?.list_format
  if (chosenNumbers.has(chosen)) return chosenNumbers.get(chosen)
  return numbers[levelOf(context, first) % numbers.length]
}

/** The class of a bulleted list, from its first item. */
export function bulletClass(context: PageContext, first: Block): string | undefined {
  const chosen: unknown = first.format?.bullet_list_format
  if (chosenBullets.has(chosen)) return chosenBullets.get(chosen)
  return bullets[levelOf(context, first) % bullets.length]
}

function levelOf(context: PageContext, first: Block): number {
  let level = 0
  let parent = context.blocks.get(first.parent_id)
  while (parent?.type === first.type && level < MAX_LEVEL) {
    level++
    parent = context.blocks.get(parent.parent_id)
  }
  return level
}
