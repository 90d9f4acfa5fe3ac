import type { Block } from 'notion-types'
import { getBlockValue } from 'notion-utils'
import { type ReactNode, useMemo } from 'react'

import type { PageView } from '../../site/page-view.ts'
import { drawBlocks } from './draw-blocks.tsx'
import { PageContextProvider } from './page-context.ts'
import type { PreparedRecordMap } from './prepare-record-map.ts'

/** Gives what stands inside a page its records, and the way to draw more blocks. */
export function PageRecords(props: {
  page: PageView
  prepared: PreparedRecordMap
  language: string
  timeZone: string
  children: ReactNode
}) {
  const { page, prepared, language, timeZone, children } = props
  const context = useMemo(() => {
    const { recordMap } = prepared
    const firstImageId = findFirstImage(prepared, page.id)
    return { page, language, timeZone, recordMap, firstImageId, drawBlocks }
  }, [page, prepared, language, timeZone])

  return <PageContextProvider value={context}>{children}</PageContextProvider>
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
