import { type SitePage, readLastSync } from '../../../db/lists/read-site-pages.ts'
import { dateFormatter } from '../../../site/locales/formatters.ts'
import { CHANGES_IN_PART, MAX_CHANGES, withinList } from '../../../site/pages/list-parts.ts'
import { type PageChange, RecentChangesPage } from '../../../web/pages/lists/RecentChangesPage.tsx'
import type { PublishedSite } from '../../publication/published-site.ts'
import { newestPages } from '../../publication/site-index.ts'
import type { RenderContext } from '../site-shell.ts'
import { listShell } from './list-shell.ts'
import { renderDocument } from '../document/render-document.ts'

/** The HTML of `/recent-changes`: the pages of the site that were edited last. */
export function renderRecentChanges(context: RenderContext, from: number): string {
  const { site } = context
  const all = newestPages(site)
  const pages = all.slice(0, MAX_CHANGES)
  const range = { size: CHANGES_IN_PART, total: pages.length }
  const start = withinList(from, range)
  return renderDocument(
    <RecentChangesPage
      shell={listShell(context, '/recent-changes')}
      days={byDay(pages.slice(start, start + CHANGES_IN_PART), site)}
      part={{ from: start, ...range, isMore: all.length > pages.length }}
      // Later parts change only with their entries.
      syncedAt={start === 0 ? readLastSync(site.served().mirror) : undefined}
    />
  )
}

/** Groups pages by the day of their last edit in the site's time zone. */
function byDay(pages: SitePage[], { config: { timeZone } }: PublishedSite): PageChange[][] {
  const formatter = dateFormatter('en', { dateStyle: 'short', timeZone })
  const dayOf = (at: number) => (Number.isNaN(new Date(at).getTime()) ? '' : formatter.format(at))
  const days = new Map<string, PageChange[]>()
  for (const page of pages) {
    const day = dayOf(page.lastEditedTime)
    const change = { ...page, at: page.lastEditedTime, isNew: dayOf(page.createdTime) === day }
    days.set(day, [...(days.get(day) ?? []), change])
  }
  return [...days.values()]
}
