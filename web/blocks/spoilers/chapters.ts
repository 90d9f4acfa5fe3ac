import { createContext, use } from 'react'

import { linkedIds } from '../../../site/notion/blocks/block-references.ts'

/**
 * The chapters of covered pages, by path, by path as it is encoded in addresses, by URL and by id. Empty if
 * nothing is covered.
 */
export type Chapters = ReadonlyMap<string, string>

const Context = createContext<Chapters | null>(null)

export const ChaptersProvider = Context.Provider

/** Throws outside of a `ChaptersProvider`, so that no name of a page is rendered without it. */
export function useChapters(): Chapters {
  const chapters = use(Context)
  if (!chapters) throw new Error('A name of a page was rendered without the covered pages')
  return chapters
}

/** The chapter of the covered page that an address leads to; undefined for any other address. */
export function chapterAt(chapters: Chapters, href: string | undefined): string | undefined {
  if (chapters.size === 0 || href === undefined) return undefined
  const own = chapters.get(/^[^?#]*/.exec(href)?.[0] ?? '')
  if (own !== undefined || !href.startsWith('http')) return own
  // A bookmark or a mention of a link may lead to a page in the workspace.
  const [chapter] = linkedIds(href).flatMap((id) => chapters.get(id) ?? [])
  return chapter
}
