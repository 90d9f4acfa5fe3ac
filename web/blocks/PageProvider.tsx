import type { Block } from 'notion-types'
import type { ReactNode } from 'react'

import type { SiteConfig } from '../../site/config/config.ts'
import type { Hosting } from '../../site/config/hosting.ts'
import { caps } from '../../site/limits/caps.ts'
import { originalIds } from '../../site/notion/blocks/block-references.ts'
import { messagesFor } from '../../site/locales/messages-for.ts'
import type { PageModel } from '../../site/pages/page-model.ts'
import { renderBlocks } from './render-blocks.tsx'
import { type PageContext, PageContextProvider } from './context/page-context.ts'
import { readOutline } from './context/page-outline.ts'
import { coveredBlocks, shownChapter } from './spoilers/covered-blocks.ts'
import { type Chapters, useChapters } from './spoilers/chapters.ts'
import type { PreparedBlocks } from './prepare/prepare-blocks.ts'
import type { PageSlots } from '../slots/slots.ts'

interface PageProviderProps {
  page: PageModel
  prepared: PreparedBlocks
  config: Pick<SiteConfig, 'theme' | 'language' | 'messages' | 'timeZone' | 'spoilers'>
  /** `server` by default. */
  hosting?: Hosting | undefined
  /** Leaves code and formulas as plain text, without highlighting and typesetting. */
  isPlain: boolean
  slots?: PageSlots | undefined
  children: ReactNode
}

/** Provides the `PageContext` that the blocks of a page read. */
export function PageProvider({ children, ...given }: PageProviderProps) {
  const context = contextOf(given, useChapters())
  return <PageContextProvider value={context}>{children}</PageContextProvider>
}

function contextOf(given: Omit<PageProviderProps, 'children'>, chapters: Chapters): PageContext {
  const { page, prepared, config, hosting = 'server', isPlain, slots } = given
  const { theme, language, timeZone, spoilers: spoilerRules } = config
  const { blocks, reading } = prepared
  const messages = messagesFor(config)
  const linkedBlocks = new Set(page.linkedBlocks)
  const covered = coveredBlocks({ page, blocks, spoilerRules }, reading)
  const records = { page, blocks, messages, spoilerRules, chapters, covered }
  const coverOf = (block: Block) => shownChapter(records, block, originalIds(block))
  const hasCovers = page.covers.size > 0
  return {
    ...records,
    theme,
    hosting,
    language,
    timeZone,
    firstImageId: reading.find(({ type }) => type === 'image')?.id,
    outline: readOutline(records, reading),
    linkedBlocks,
    placedIds: new Set<string>(),
    typesetting: { left: isPlain ? 0 : caps.typesetLength },
    slots,
    renderBlocks: (siblings: Block[]) =>
      renderBlocks(siblings, linkedBlocks, hasCovers ? coverOf : undefined)
  }
}
