import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'

import { type SitePage, readLastSync, readNewestPages } from '../../db/lists/read-site-pages.ts'
import { sortByTitle } from '../../site/pages/sort-by-title.ts'
import { dateFormatter } from '../../web/blocks/format/formatters.ts'
import { AllPagesPage, type LetterGroup } from '../../web/pages/lists/AllPagesPage.tsx'
import { type PageChange, RecentChangesPage } from '../../web/pages/lists/RecentChangesPage.tsx'
import { ListQuery } from '../render/list-part.ts'
import { listShell } from '../render/list-shell.ts'
import { sitePages } from '../feeds/site-index.ts'
import { perPublication } from '../publication/per-publication.ts'
import { renderDocument } from '../render/render.tsx'
import { sendText, sentText } from '../http/send-text.ts'
import type { Site } from '../site-context.ts'

/** Pages on one page of the list from A to Z, and changes on one page of theirs. */
const LETTERS_SIZE = 1000
const CHANGES_SIZE = 200

/** `/all-pages` and `/recent-changes`: the pages of the site by title and by their last change. */
export const listRoutes: FastifyPluginAsyncZod<{ site: Site }> = async (app, { site }) => {
  app.get('/all-pages', { schema: { querystring: ListQuery } }, async (request, reply) => {
    const html = renderDocument(<AllPages site={site} from={request.query.from} />)
    return sendText(request, reply, sentText(html, 'text/html'))
  })

  app.get('/recent-changes', { schema: { querystring: ListQuery } }, async (request, reply) => {
    const html = renderDocument(<RecentChanges site={site} from={request.query.from} />)
    return sendText(request, reply, sentText(html, 'text/html'))
  })
}

/** Sorted once for each publication: with tens of thousands of titles that takes a while. */
const sortedPages = perPublication((site) => {
  const sorted = sortByTitle(sitePages(site), site.config.language)
  const heads = new Map<string, number>()
  for (const [index, { head }] of sorted.entries()) if (!heads.has(head)) heads.set(head, index)
  return { sorted, heads }
})

function AllPages({ site, from }: { site: Site; from: number }) {
  const { sorted, heads } = sortedPages(site)
  const start = partStart(from, LETTERS_SIZE)
  const groups = new Map<string, LetterGroup>()
  for (const { head, page } of sorted.slice(start, start + LETTERS_SIZE)) {
    const group = groups.get(head) ?? { head, pages: [] }
    group.pages.push(page)
    groups.set(head, group)
  }
  const places = [...heads].map(([name, index]) => ({ name, from: partStart(index, LETTERS_SIZE) }))
  const part = { from: start, size: LETTERS_SIZE, total: sorted.length }
  const shell = listShell(site, '/all-pages')
  return <AllPagesPage {...{ shell, part }} groups={[...groups.values()]} heads={places} />
}

/** Parts begin at round numbers, so that a letter's link leads to the part that it begins in. */
function partStart(index: number, size: number): number {
  return Math.floor(index / size) * size
}

function RecentChanges({ site, from }: { site: Site; from: number }) {
  const { mirror, hidden } = site.edition()
  const part = { from, size: CHANGES_SIZE, total: sitePages(site).length }
  const pages = readNewestPages(mirror, hidden, { from, limit: CHANGES_SIZE })
  const days = byDay(pages, site)
  const shell = listShell(site, '/recent-changes')
  return <RecentChangesPage {...{ shell, days, part }} syncedAt={readLastSync(mirror)} />
}

/** Pages of one day on the site's clock together; new are those that were written that day. */
function byDay(pages: SitePage[], { config: { timeZone } }: Site): PageChange[][] {
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
