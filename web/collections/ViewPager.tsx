import type { ViewPage } from '../../site/pages/view-window.ts'
import { type ViewPlace, viewHref } from './view-links.ts'
import { useWords } from '../words.ts'

/** Which rows these are of how many, with links to those before and after. */
export function ViewPager({ page, place }: { page: ViewPage; place: ViewPlace }) {
  const words = useWords()
  const { from, perPage, length } = page
  if (length <= perPage && from === 0) return null

  const end = Math.min(from + perPage, length)
  return (
    <nav className="view-pager" aria-label={words.moreRows}>
      {from > 0 && (
        <a
          rel="prev"
          data-view-link="previous"
          href={viewHref(place, { from: Math.max(0, from - perPage) })}
        >
          {words.previousRows(Math.min(from, perPage))}
        </a>
      )}
      <span>{words.rowRange({ from: from + 1, to: end, whole: length })}</span>
      {end < length && (
        <a rel="next" data-view-link="next" href={viewHref(place, { from: end })}>
          {words.nextRows(Math.min(perPage, length - end), length)}
        </a>
      )}
    </nav>
  )
}
