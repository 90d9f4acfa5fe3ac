import { type ReactNode, useMemo } from 'react'

import type { PageView } from '../../site/page-view.ts'
import { drawBlocks } from './draw-blocks.tsx'
import { PageContextProvider } from './page-context.ts'
import { readOutline } from './page-outline.ts'
import type { PreparedRecordMap } from './prepare-record-map.ts'
import { readingOrder } from './reading-order.ts'
import { useWords } from '../words.ts'

/** Slow grammars take a second for as much code as this. */
const MAX_TYPESET = 100_000

/** Gives what stands inside a page its records, and the way to draw more blocks. */
export function PageRecords(props: {
  page: PageView
  prepared: PreparedRecordMap
  language: string
  timeZone: string
  children: ReactNode
}) {
  const { page, prepared, language, timeZone, children } = props
  const words = useWords()
  const context = useMemo(() => {
    const { recordMap } = prepared
    return {
      page,
      language,
      words,
      timeZone,
      recordMap,
      firstImageId: findFirstImage(prepared, page.id),
      outline: readOutline({ recordMap, words }, page.id),
      linkedBlocks: new Set(page.linkedBlocks),
      placedIds: new Set<string>(),
      typesetting: { left: MAX_TYPESET },
      drawBlocks
    }
  }, [page, prepared, language, words, timeZone])

  return <PageContextProvider value={context}>{children}</PageContextProvider>
}

function findFirstImage({ recordMap }: PreparedRecordMap, pageId: string): string | undefined {
  for (const block of readingOrder(recordMap, pageId)) if (block.type === 'image') return block.id
  return undefined
}
