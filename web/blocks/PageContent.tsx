import type { Block } from 'notion-types'
import { getBlockValue } from 'notion-utils'
import { type ReactNode, useMemo } from 'react'
import { NotionRenderer } from 'react-notion-x'

import type { PageView } from '../../site/page-view.ts'
import { arrangeBlocks, contentId } from './arrange-blocks.ts'
import { BlockSlot } from './BlockSlot.tsx'
import { PageContextProvider } from './page-context.ts'
import type { PreparedRecordMap } from './prepare-record-map.ts'

/** Gives what stands inside a page its records, and draws blocks through react-notion-x. */
export function PageRecords(props: {
  page: PageView
  prepared: PreparedRecordMap
  language: string
  children: ReactNode
}) {
  const { page, prepared, language, children } = props
  const context = useMemo(() => {
    const { recordMap } = prepared
    const renderContent = contentRenderer(page, prepared)
    const firstImageId = findFirstImage(prepared, page.id)
    return { page, language, recordMap, firstImageId, renderContent }
  }, [page, prepared, language])

  return <PageContextProvider value={context}>{children}</PageContextProvider>
}

const components = { Embed: BlockSlot }

function contentRenderer(page: PageView, { recordMap }: PreparedRecordMap) {
  const arranged = arrangeBlocks(recordMap, page.id)

  return function renderContent(blockId: string) {
    const id = contentId(blockId)
    if (!Object.hasOwn(arranged.block, id)) return null
    return <NotionRenderer recordMap={arranged} blockId={id} components={components} hideBlockId />
  }
}

function findFirstImage({ recordMap }: PreparedRecordMap, pageId: string): string | undefined {
  const seen = new Set<string>()
  const stack = [pageId]
  for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
    if (seen.has(id)) continue
    seen.add(id)
    const block = getBlockValue<Block>(recordMap.block[id])
    if (block?.type === 'image') return id
    stack.push(...(block?.content ?? []).toReversed())
  }
  return undefined
}
