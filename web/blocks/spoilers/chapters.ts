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
  const address = withoutEnding(/^[^?#]*/.exec(href)?.[0] ?? '')
  const own = chapters.get(address)
  if (own !== undefined || !/^(https?|notion):/i.test(href)) return own
  // A bookmark or a mention of a link may lead to a page in the workspace, or here by another spelling.
  const url = href.replace(/^notion:/i, 'https:')
  const [chapter] = linkedIds(url).flatMap((id) => chapters.get(id) ?? [])
  if (chapter !== undefined || !URL.canParse(url)) return chapter
  const { host, pathname } = new URL(url)
  return chapters.get(`https://${host}${withoutEnding(pathname)}`)
}

/** Without the last slash, and without the ending of a file of the page. */
const withoutEnding = (address: string) => address.replace(/(?<=.)\/$|\.(md|html)$/, '')
