import { expect, test } from 'vitest'

import {
  HOME,
  collection,
  row,
  view,
  withCollections
} from '../../support/workspaces/collection-records.ts'
import { testId } from '../../support/workspaces/records.ts'
import { type TestSite, openSite } from '../../support/sites/site.ts'

/** Instants around midnight, in UTC, at which the rows were created. */
const instants = [
  Date.UTC(2025, 11, 28, 14, 59),
  Date.UTC(2025, 11, 28, 15),
  Date.UTC(2025, 11, 31, 14, 59),
  Date.UTC(2025, 11, 31, 15),
  Date.UTC(2026, 0, 1, 5)
]

function workspaceWith(fields: object) {
  return withCollections(
    { collection_id: HOME },
    {
      collections: [collection(HOME, 'Lamps', { made: { name: 'Made', type: 'created_time' } })],
      views: [view(511, fields)],
      blocks: instants.map((at, index) => ({ ...row(520 + index, HOME), created_time: at }))
    }
  )
}

/** The rows of each group that the mirror stores, by the first day of the group. */
function groupsOf({ mirror }: TestSite): Record<string, number> {
  const sql = `
    select coalesce(value ->> '$.value.range.start_date', value ->> '$.value.range.end_date'),
           (select count(*) from collection_view_row as row
             where row.view_id = grp.view_id and row.group_position = grp.position)
      from collection_view_group as grp where total > 0 order by 1`
  return Object.fromEntries(mirror.$client.prepare<[], [string, number]>(sql).raw().all())
}

const groupedBy = (unit: string) => ({
  format: { collection_group_by: { property: 'made', type: 'created_time', groupBy: unit } }
})

test.each<[string, string, Record<string, number>]>([
  ['day', 'UTC', { '2025-12-28': 2, '2025-12-31': 2, '2026-01-01': 1 }],
  ['day', 'Asia/Tokyo', { '2025-12-28': 1, '2025-12-29': 1, '2025-12-31': 1, '2026-01-01': 2 }],
  ['week', 'UTC', { '2025-12-22': 2, '2025-12-29': 3 }],
  ['week', 'Asia/Tokyo', { '2025-12-22': 1, '2025-12-29': 4 }],
  ['month', 'UTC', { '2025-12-01': 4, '2026-01-01': 1 }],
  ['month', 'Asia/Tokyo', { '2025-12-01': 3, '2026-01-01': 2 }],
  ['year', 'UTC', { '2025-01-01': 4, '2026-01-01': 1 }],
  ['year', 'America/New_York', { '2025-01-01': 4, '2026-01-01': 1 }],
  ['year', 'Pacific/Honolulu', { '2025-01-01': 5 }]
])('groups by %s in %s have the rows of their days', async (unit, timeZone, groups) => {
  const site = await openSite({ workspace: workspaceWith(groupedBy(unit)), config: { timeZone } })
  expect(groupsOf(site)).toEqual(groups)
})

test('groups by day are queried again in another time zone', async () => {
  const site = await openSite({ workspace: workspaceWith(groupedBy('day')) })
  await site.sync()
  const zone = await openSite({
    workspace: workspaceWith(groupedBy('day')),
    dataDir: site.dataDir,
    config: { timeZone: 'Asia/Tokyo' }
  })
  expect(groupsOf(zone)).toMatchObject({ '2025-12-29': 1, '2026-01-01': 2 })
})

const chartBy = (unit: string) => ({
  type: 'chart',
  format: {
    chart_config: { dataConfig: { groupBy: { property: 'made', groupBy: unit } } }
  }
})

/** The lines of the table below a chart, without its head. */
async function bars({ app }: TestSite): Promise<string[]> {
  const { body } = await app.inject(`/?v=${testId(511).replaceAll('-', '')}`)
  const [, ...lines] = /<table.*?<\/table>/s.exec(body)?.[0].match(/<tr.*?<\/tr>/gs) ?? []
  return lines.map((line) =>
    line
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim()
  )
}

test.each([
  ['day', 'UTC', ['Dec 28, 2025 2', 'Dec 31, 2025 2', 'Jan 1, 2026 1']],
  ['day', 'Asia/Tokyo', ['Dec 28, 2025 1', 'Dec 29, 2025 1', 'Dec 31, 2025 1', 'Jan 1, 2026 2']],
  ['week', 'UTC', ['Dec 22 – 28, 2025 2', 'Dec 29, 2025 – Jan 4, 2026 3']],
  ['week', 'Asia/Tokyo', ['Dec 22 – 28, 2025 1', 'Dec 29, 2025 – Jan 4, 2026 4']],
  ['month', 'Asia/Tokyo', ['December 2025 3', 'January 2026 2']],
  ['year', 'Asia/Tokyo', ['2025 3', '2026 2']],
  ['year', 'Pacific/Honolulu', ['2025 5']]
])('the bars of a chart by %s in %s have the rows of their days', async (unit, timeZone, lines) => {
  const site = await openSite({ workspace: workspaceWith(chartBy(unit)), config: { timeZone } })
  expect(await bars(site)).toEqual(lines)
})
