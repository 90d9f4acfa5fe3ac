import type { ViewWindow } from '../../site/pages/view-window.ts'
import { type ViewPlace, viewHref } from './view-place.ts'
import { useMessages } from '../messages.ts'

/** The range of rows shown and links to the rows before and after. */
export function ViewPager({ page, place }: { page: ViewWindow; place: ViewPlace }) {
  const messages = useMessages()
  const { from, perPage, length } = page
  if (length <= perPage && from === 0) return null

  const end = Math.min(from + perPage, length)
  return (
    <nav className="view-pager" aria-label={messages.moreRows}>
      {from > 0 && (
        <a
          rel="prev"
          data-view-link="previous"
          href={viewHref(place, { from: Math.max(0, from - perPage) })}
        >
          {messages.previousRows(Math.min(from, perPage))}
        </a>
      )}
      <span>{messages.rowRange({ from: from + 1, to: end, whole: length })}</span>
      {end < length && (
        <a rel="next" data-view-link="next" href={viewHref(place, { from: end })}>
          {messages.nextRows(Math.min(perPage, length - end), length)}
        </a>
      )}
    </nav>
  )
}
