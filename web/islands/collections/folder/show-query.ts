import {
  type ViewQuery,
  defaultView,
  parsePageQuery
} from '../../../../site/addresses/page-query.ts'
import {
  type AddressWords,
  idParameters,
  wordParameters
} from '../../../../site/pages/view-words.ts'
import type { ViewRows } from '../../../../site/pages/view-rows.ts'
import { ShownView } from './shown-view.ts'

/**
 * Shows what the address of an opened document asks for. An address of a server names a view that has a
 * document of its own in a folder; that one is opened. Rejects like `showQuery`.
 */
export async function openAddress(address: URL, signal: AbortSignal): Promise<void> {
  const path = pathOfView(address)
  if (path === undefined) return showQuery(address, signal)
  location.replace(path + address.search + address.hash)
}

/** The path of the last view that an address names; undefined if it is shown already or not on this page. */
function pathOfView({ searchParams }: URL): string | undefined {
  const word = searchParams.getAll('v').at(-1)
  if (!word) return undefined
  const tabs = [...document.querySelectorAll<HTMLAnchorElement>('.view-tabs a[data-view-link]')]
  const tab = tabs.find(({ pathname, dataset }) => {
    const id = dataset['viewLink']?.replaceAll('-', '')
    return pathname.endsWith(`/_view/${encodeURIComponent(word)}/`) || id === word
  })
  return tab?.hasAttribute('aria-current') ? undefined : tab?.pathname
}

const opened = new WeakMap<HTMLElement, Promise<ShownView>>()

/**
 * Sorts and filters the views of the page as an address says, as a server does. Rejects if a view cannot
 * be sorted now, and if the signal aborts; the page then stays as it is.
 */
export async function showQuery(address: URL, signal: AbortSignal): Promise<void> {
  const sections = [...document.querySelectorAll<HTMLElement>('[data-rows]')]
  const views = new Map(
    await Promise.all(sections.map(async (section) => [section, await open(section)] as const))
  )
  signal.throwIfAborted()
  const words = wordsOf([...views.values()].map(({ rows }) => rows))
  const queries = parsePageQuery(idParameters(address.search, words)).views
  for (const [section, view] of views) {
    const { viewId } = view.rows
    const query = queries.find((each) => each.viewId === viewId) ?? defaultView(viewId)
    const others = queries.filter((each) => each.viewId !== viewId && words.has(each.viewId))
    view.show({ anchor: section.id, query, others, words })
  }
  keepQueries(views, queries, words)
}

async function open(section: HTMLElement): Promise<ShownView> {
  const known = opened.get(section) ?? ShownView.open(section)
  opened.set(section, known)
  try {
    return await known
  } catch (error) {
    opened.delete(section)
    throw error
  }
}

/** The words of the shown views; the first entry is the first view of the page. */
function wordsOf(views: ViewRows[]): AddressWords {
  const entries = views.map(({ viewId, words }) => ({ ...words, viewId }))
  const first = entries.find(({ isFirst }) => isFirst)
  const words: [string, ReturnType<AddressWords['get']> & {}][] = [
    ...(first ? [first] : []),
    ...entries.filter((each) => each !== first)
  ].map(({ viewId, properties, ...rest }) => [viewId, { ...rest, properties: new Map(properties) }])
  const unknown = { view: '', aliases: [], properties: new Map<string, string>() }
  // The page may have other views, which a script cannot sort; they count as views without properties.
  if (!first) words.unshift(['first', unknown])
  if (!entries.some(({ isOnly }) => isOnly)) words.push(['others', unknown])
  return new Map(words)
}

/** Adds the queries of the other views of the page to the links that change a view. */
function keepQueries(
  views: Map<HTMLElement, ShownView>,
  queries: ViewQuery[],
  words: AddressWords
): void {
  for (const section of document.querySelectorAll<HTMLElement>('section.collection[id]')) {
    const own = views.get(section)?.rows.viewId
    const others = queries.filter(({ viewId }) => viewId !== own && words.has(viewId))
    const search = String(new URLSearchParams(wordParameters(others, words)))
    for (const link of section.querySelectorAll<HTMLAnchorElement>('a[data-view-link][href]')) {
      if (!/^(sort .*|all)$/.test(link.dataset['viewLink'] ?? '')) link.search = search
    }
  }
}
