import type { Collection, Decoration } from 'notion-types'

import { pageBlock, record, testId, workspaceOf } from '../workspaces/records.ts'
import { type TestSite, openSite } from './site.ts'
import { ownClasses } from './rendered.ts'

/** The collection of these rows. */
const HOME = testId(500)
/** The one person of these workspaces. */
export const keeper = { id: testId(900), version: 1, given_name: 'Lantern', family_name: 'Keepers' }

interface RowSiteOptions {
  /** The collection's name; 'Lamps' by default. */
  name?: string
  /** Properties by id; their name is the id unless given. */
  schema: Record<string, object>
  /**
   * Values by property id. The rows are named `Row 0`, `Row 1` and so on, and have the ids
   * `rowId(0)` and so on.
   */
  rows: Record<string, unknown>[]
  /** Further fields of the collection's record. */
  format?: object
  /** Further fields of the view, which is a table by default. */
  view?: object
  /** Summaries below the table. */
  aggregations?: { property: string; aggregator: string | object }[]
  config?: Parameters<typeof openSite>[0]['config']
}

export const rowId = (number: number) => testId(10 + number)

/**
 * A site whose root page shows a collection as a table; its rows have the paths `/row-0`, `/row-1`
 * and so on.
 */
export async function openRowSite({
  name = 'Lamps',
  schema,
  rows,
  format,
  view: fields,
  aggregations,
  config
}: RowSiteOptions): Promise<TestSite> {
  const view = {
    id: testId(3),
    version: 1,
    type: 'table',
    name: '',
    format: {},
    query2: { aggregations },
    parent_id: testId(2),
    ...fields
  }
  const shown = record(2, { type: 'collection_view', collection_id: HOME, view_ids: [view.id] })
  const blocks = rows.map((properties, index) =>
    pageBlock(10 + index, `Row ${index}`, {
      parent_id: HOME,
      parent_table: 'collection',
      properties: { title: [[`Row ${index}`]], ...properties }
    })
  )
  const named = Object.entries(schema).map(([id, property]) => [id, { name: id, ...property }])
  const title = { name: 'Name', type: 'title' }
  const collection = {
    id: HOME,
    version: 1,
    name: [[name]],
    schema: { title, ...Object.fromEntries(named) },
    parent_id: shown.id,
    format
  }
  return openSite({
    ...(config && { config }),
    workspace: {
      ...workspaceOf([shown.id], [shown, ...blocks]),
      // Only the fields that a sync reads.
      collection: { [HOME]: collection as unknown as Collection },
      collection_view: { [view.id]: view as never },
      notion_user: { [keeper.id]: keeper as never }
    }
  })
}

/** The value of a date property. */
export const date = (value: object) => [['‣', [['d', value]]]] as unknown as Decoration[]

/** The value of a relation. */
export const to = (...ids: string[]) =>
  ids.flatMap((id, index) => [...(index > 0 ? [[',']] : []), ['‣', [['p', id]]]])

/** The HTML of each value in a page's infobox, by property name. */
export async function factsAt(site: TestSite, path: string): Promise<Map<string, string>> {
  const body = ownClasses((await site.app.inject(path)).body)
  const box = /<aside class="infobox".*?<\/aside>/s.exec(body)?.[0] ?? ''
  const facts = box.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/gs)
  return new Map([...facts].map(([, name = '', value = '']) => [name, value]))
}

/** The text of HTML, without text for screen readers only. */
export function wordsOf(html: string | undefined): string | undefined {
  return html
    ?.replaceAll(/<span class="visually-hidden">.*?<\/span>/gs, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
