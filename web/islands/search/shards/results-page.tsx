import { createRoot } from 'react-dom/client'

import { parseFrom } from '../../../../site/addresses/page-query.ts'
import type { ShardAnswer } from '../../../../site/search/shards/shard-search.ts'
import { SearchResult } from '../../../pages/search/SearchResult.tsx'
import type { Names } from '../names/names.ts'
import { searchFolder } from './search-folder.ts'

/**
 * Searches for the query of the address, and shows the results in the markup of the server's page
 * (`SearchPage`). Without a query, the page stays as it is.
 */
export async function showResults(place: HTMLElement, names: Names): Promise<void> {
  const parameters = new URLSearchParams(location.search)
  const query = (parameters.get('q') ?? '').trim()
  if (query === '') return
  const page = place.closest('.search-page')
  const field = page?.querySelector<HTMLInputElement>('input[name=q]')
  if (field) field.value = query
  // What is suggested without a query.
  page?.querySelector('nav[aria-labelledby=search-start]')?.remove()
  page?.querySelector(':scope > ol.results')?.remove()
  const texts = (name: string) => place.dataset[name] ?? ''
  const heading = page?.querySelector('h1')?.textContent ?? ''
  document.title = document.title.replace(heading, () => texts('title').replace('…', () => query))
  const size = Number(place.dataset['folderSearch'])
  const offset = parseFrom(parameters.get('from') ?? '') ?? 0
  place.replaceChildren()
  try {
    const answer = await searchFolder(query, names, { offset, limit: size })
    createRoot(place).render(<Results {...{ query, answer, size, texts }} />)
    const ask = place.nextElementSibling
    if (answer.total === 0 && ask instanceof HTMLElement) ask.hidden = false
  } catch {
    // Offline, or between two builds.
    place.textContent = place.dataset['failed'] ?? ''
  }
}

interface ResultsProps {
  query: string
  answer: ShardAnswer
  size: number
  texts: (name: string) => string
}

function Results({ query, answer, size, texts }: ResultsProps) {
  const { hits, offset, total, isCut, didYouMean } = answer
  return (
    <>
      {isCut && <p>{texts('cut')}</p>}
      {didYouMean !== null && (
        <p>
          <a href={hrefOf(didYouMean)}>{texts('mean').replace('…', () => didYouMean)}</a>
        </p>
      )}
      <p className="count-line">{countText(query, total, texts)}</p>
      <ol className="results" start={offset + 1}>
        {hits.map((hit) => (
          <SearchResult key={hit.path} hit={hit} untitled={texts('untitled')} />
        ))}
      </ol>
      {total > size && <Pager {...{ query, offset, total, size, texts }} />}
    </>
  )
}

function countText(query: string, total: number, texts: ResultsProps['texts']): string {
  if (total === 0) return texts('none').replace('…', () => query)
  const forms = JSON.parse(texts('found')) as Record<string, string>
  const form = new Intl.PluralRules(document.documentElement.lang).select(total)
  // A form of large numbers only has no text.
  const text = forms[total] ?? forms[form] ?? forms['other'] ?? ''
  return text.replace('{count}', written(total)).replace('…', () => query)
}

function Pager(props: Omit<ResultsProps, 'answer'> & { offset: number; total: number }) {
  const { query, offset, total, size, texts } = props
  const end = Math.min(offset + size, total)
  const range = { from: written(offset + 1), to: written(end), total: written(total) }
  const text = Object.entries(range).reduce(
    (all, [name, value]) => all.replace(`{${name}}`, value),
    texts('range')
  )
  return (
    <nav className="list-pager" aria-label={texts('parts')}>
      {offset > 0 && (
        <a rel="prev" href={hrefOf(query, offset - size)}>
          {texts('previous')}
        </a>
      )}
      <span>{text}</span>
      {end < total && (
        <a rel="next" href={hrefOf(query, end)}>
          {texts('next')}
        </a>
      )}
    </nav>
  )
}

/** The address of this page with another query or part. */
function hrefOf(query: string, from = 0): string {
  return `${location.pathname}?${new URLSearchParams({ q: query, ...(from > 0 && { from: String(from) }) })}`
}

function written(count: number): string {
  return count.toLocaleString(document.documentElement.lang)
}
