import type { Block } from 'notion-types'
import { type ReactNode, useMemo } from 'react'

import type { SiteConfig } from '../../site/config/config.ts'
import type { Hosting } from '../../site/config/hosting.ts'
import { caps } from '../../site/limits/caps.ts'
import { originalIds } from '../../site/notion/blocks/block-references.ts'
import { messagesFor } from '../../site/locales/messages-for.ts'
import type { PageModel } from '../../site/pages/page-model.ts'
import { renderBlocks } from './render-blocks.tsx'
import { PageContextProvider } from './context/page-context.ts'
import { readOutline } from './context/page-outline.ts'
import { coveredBlocks, shownChapter } from './spoilers/covered-blocks.ts'
import { useChapters } from './spoilers/chapters.ts'
import type { PreparedBlocks } from './prepare/prepare-blocks.ts'
import type { PageSlots } from '../slots/slots.ts'

/** Provides the `PageContext` that the blocks of a page read. */
export function PageProvider(props: {
  page: PageModel
  prepared: PreparedBlocks
  config: Pick<SiteConfig, 'theme' | 'language' | 'messages' | 'timeZone' | 'spoilers'>
  /** `server` by default. */
  hosting?: Hosting | undefined
  /** Leaves code and formulas as plain text, without highlighting and typesetting. */
  isPlain: boolean
  slots?: PageSlots | undefined
  children: ReactNode
}) {
  const { page, prepared, config, hosting = 'server', isPlain, slots, children } = props
  const { theme, language, timeZone, spoilers: spoilerRules } = config
  const messages = messagesFor(config)
  const chapters = useChapters()
  const context = useMemo(() => {
    const { blocks, reading } = prepared
    const linkedBlocks = new Set(page.linkedBlocks)
    const covered = coveredBlocks({ page, blocks, spoilerRules }, reading)
    const records = { page, blocks, messages, spoilerRules, chapters, covered }
    const coverOf = (block: Block) => shownChapter(records, block, originalIds(block))
    const hasCovers = page.covers.size > 0
    return {
      page,
      theme,
      hosting,
      language,
      messages,
      timeZone,
      blocks,
      firstImageId: reading.find(({ type }) => type === 'image')?.id,
      outline: readOutline(records, reading),
      linkedBlocks,
      placedIds: new Set<string>(),
      typesetting: { left: isPlain ? 0 : caps.typesetLength },
      spoilerRules,
      chapters,
      covered,
      slots,
      renderBlocks: (siblings: Block[]) =>
        renderBlocks(siblings, linkedBlocks, hasCovers ? coverOf : undefined)
    }
  }, [
    page,
    prepared,
    theme,
    hosting,
    language,
    timeZone,
    spoilerRules,
    chapters,
    messages,
    isPlain,
    slots
  ])

  return <PageContextProvider value={context}>{children}</PageContextProvider>
}
