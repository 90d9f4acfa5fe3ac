import type { Block } from 'notion-types'

import { usePage } from './page-context.ts'

/** What stands inside a block. */
export function BlockContent({ block }: { block: Block }) {
  const { renderContent } = usePage()
  return block.content ? renderContent(block.id) : null
}
