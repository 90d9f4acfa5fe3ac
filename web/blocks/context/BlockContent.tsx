import type { Block } from 'notion-types'

import { usePage } from './page-context.ts'

/** The child blocks of a block. */
export function BlockContent({ block }: { block: Block }) {
  const context = usePage()
  if (!block.content) return null
  return context.renderBlocks(block.content.flatMap((id) => context.blocks.get(id) ?? []))
}
