import { expect, test } from 'vitest'

import { pageBlock, workspaceOf } from '../../support/workspaces/records.ts'
import { openSite } from '../../support/sites/site.ts'

const hour = 3_600_000
const midnight = Date.UTC(2026, 4, 10, 15)
const written = (number: number, title: string, times: [created: number, edited: number]) =>
  pageBlock(number, title, { created_time: times[0], last_edited_time: times[1] })

/** The text of the page. */
function linesOf(html: string): string[] {
  const main = /<main.*<\/main>/s.exec(html)?.[0] ?? ''
  return [...main.matchAll(/<(?:h2|li)>(.*?)<\/(?:h2|li)>/gs)].map(([, line = '']) =>
    line
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim()
  )
}

test("recent changes are grouped by day in the site's time zone, with new pages marked and the last sync", async () => {
  const pages = [
    written(2, 'Lamp', [midnight + hour, midnight + 2 * hour]),
    written(3, 'Wick', [midnight - 2 * hour, midnight + hour]),
    written(4, 'Oil', [midnight - 50 * hour, midnight - hour])
  ]
  const workspace = workspaceOf(
    pages.map(({ id }) => id),
    pages
  )
  const { app, mirror } = await openSite({ workspace, config: { timeZone: 'Asia/Tokyo' } })
  const { body } = await app.inject('/recent-changes')
  expect(linesOf(body).slice(0, 5)).toEqual([
    'Monday, May 11, 2026',
    expect.stringMatching(/^2:00.AM New Lamp$/),
    expect.stringMatching(/^1:00.AM Changed Wick$/),
    'Sunday, May 10, 2026',
    expect.stringMatching(/^11:00.PM Changed Oil$/)
  ])
  const synced = mirror.$client.prepare('select max(finished_at) from sync_run').pluck().get()
  expect(body).toContain(`<time dateTime="${new Date(Number(synced)).toISOString()}">`)
})

test('an invalid position selects the first part of the changes, and one beyond the end the last', async () => {
  const pages = [2, 3, 4].map((number) => written(number, `Lamp ${number}`, [0, number]))
  const { app } = await openSite({
    workspace: workspaceOf(
      pages.map(({ id }) => id),
      pages
    )
  })
  const countAt = async (query: string) =>
    linesOf((await app.inject(`/recent-changes${query}`)).body).filter((line) => /Lamp/.test(line))
      .length
  for (const from of ['-1', 'x', '2', '9999']) expect(await countAt(`?from=${from}`)).toBe(3)
})

test('the list ends after a thousand pages, and says that there are more', async () => {
  const pages = Array.from({ length: 1001 }, (_, at) => written(at + 2, `Lamp ${at}`, [0, at]))
  const { app } = await openSite({
    workspace: workspaceOf(
      pages.map(({ id }) => id),
      pages
    )
  })
  const partAt = async (from: number) => (await app.inject(`/recent-changes?from=${from}`)).body
  const last = await partAt(800)
  expect(linesOf(last).filter((line) => /Lamp/.test(line))).toHaveLength(200)
  expect(last).toContain('801–1,000 of more than 1,000')
  expect(last).not.toContain('rel="next"')
  expect(await partAt(1000)).toBe(last)
})
