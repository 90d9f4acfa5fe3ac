import type { ViewPage } from '../../../site/view-page.ts'
import { usePage } from '../page-context.ts'
import { type ViewPlace, viewHref } from './view-links.ts'

/** Which rows these are of how many, with links to those before and after. */
export function ViewPager({ page, place }: { page: ViewPage; place: ViewPlace }) {
  const { language } = usePage()
  const { from, perPage, length } = page
  if (length <= perPage && from === 0) return null

  const end = Math.min(from + perPage, length)
  const number = (value: number) => value.toLocaleString(language)
  return (
    <nav className="view-pager" aria-label="More rows">
      {from > 0 && (
        <a
          rel="prev"
          data-view-link="previous"
          href={viewHref(place, { from: Math.max(0, from - perPage) })}
        >
          Previous {number(Math.min(from, perPage))}
        </a>
      )}
      <span>
        {number(from + 1)}–{number(end)} of {number(length)}
      </span>
      {end < length && (
        <a rel="next" data-view-link="next" href={viewHref(place, { from: end })}>
          Next {number(Math.min(perPage, length - end))} of {number(length)}
        </a>
      )}
    </nav>
  )
}
