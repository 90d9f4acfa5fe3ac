import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'

import { type SitePage, readLastSync, readNewestPages } from '../../db/lists/read-site-pages.ts'
import { sortByTitle } from '../../site/pages/sort-by-title.ts'
import { dateFormatter } from '../../site/locales/formatters.ts'
import { AllPagesPage, type LetterGroup } from '../../web/pages/lists/AllPagesPage.tsx'
import { type PageChange, RecentChangesPage } from '../../web/pages/lists/RecentChangesPage.tsx'
import { ListQuery } from '../render/list-query.ts'
import { listShell } from '../render/list-shell.ts'
import { sitePages } from '../publication/site-index.ts'
import { perPublication } from '../publication/per-publication.ts'
import { renderDocument } from '../render/render-document.ts'
import { sendText, sentText } from '../http/send-text.ts'
import type { PublishedSite } from '../publication/published-site.ts'
import type { SiteShell } from '../render/site-shell.ts'

/** Entries on one page of each list. */
const ALL_PAGES_SIZE = 1000
const CHANGES_SIZE = 200

interface ListContext {
  site: PublishedSite
  shell: SiteShell
}

/** `/all-pages` and `/recent-changes`: the pages of the site by title and by last edit. */
export const listRoutes: FastifyPluginAsyncZod<ListContext> = async (app, { site, shell }) => {
  app.get('/all-pages', { schema: { querystring: ListQuery } }, async (request, reply) => {
    const html = renderDocument(<AllPages {...{ site, shell }} from={request.query.from} />)
    return sendText(request, reply, sentText(html, 'text/html'))
  })

  app.get('/recent-changes', { schema: { querystring: ListQuery } }, async (request, reply) => {
    const html = renderDocument(<RecentChanges {...{ site, shell }} from={request.query.from} />)
    return sendText(request, reply, sentText(html, 'text/html'))
  })
}

/** Cached: sorting tens of thousands of titles takes a while. */
const sortedPages = perPublication((site) => {
  const sorted = sortByTitle(sitePages(site), site.config.language)
  const heads = new Map<string, number>()
  for (const [index, { head }] of sorted.entries()) if (!heads.has(head)) heads.set(head, index)
  return { sorted, heads }
})

function AllPages({ site, shell, from }: ListContext & { from: number }) {
  const { sorted, heads } = sortedPages(site)
  const start = partStart(from, ALL_PAGES_SIZE)
  const groups = new Map<string, LetterGroup>()
  for (const { head, page } of sorted.slice(start, start + ALL_PAGES_SIZE)) {
    const group = groups.get(head) ?? { head, pages: [] }
    group.pages.push(page)
    groups.set(head, group)
  }
  const letters = [...heads].map(([name, index]) => ({
    name,
    from: partStart(index, ALL_PAGES_SIZE)
  }))
  const part = { from: start, size: ALL_PAGES_SIZE, total: sorted.length }
  return (
    <AllPagesPage
      shell={listShell({ site, shell }, '/all-pages')}
      groups={[...groups.values()]}
      heads={letters}
      part={part}
    />
  )
}

/** Parts begin at multiples of their size, so that a letter links to the part that it begins in. */
function partStart(index: number, size: number): number {
  return Math.floor(index / size) * size
}

function RecentChanges({ site, shell, from }: ListContext & { from: number }) {
  const { mirror, excluded } = site.served()
  const part = { from, size: CHANGES_SIZE, total: sitePages(site).length }
  const pages = readNewestPages(mirror, excluded, { from, limit: CHANGES_SIZE })
  return (
    <RecentChangesPage
      shell={listShell({ site, shell }, '/recent-changes')}
      days={byDay(pages, site)}
      part={part}
      syncedAt={readLastSync(mirror)}
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
