import { buildWorkspace } from '../../../demo/builder/build-workspace.ts'
import { page } from '../../../demo/builder/blocks.ts'
import {
  collection,
  collectionPage,
  inlineCollection,
  row
} from '../../../demo/builder/collection.ts'
import type { RowInput } from '../../../demo/builder/block-node.ts'
import type { ViewInput } from '../../../demo/builder/view-input.ts'
import { pageId } from '../../../demo/builder/record-ids.ts'
import { viewId } from '../../../demo/builder/view-records.ts'
import type { WorkspaceFile } from '../../../demo/builder/workspace-file.ts'
import { undashId } from '../../../site/notion/blocks/notion-id.ts'
import { ROOT_ID, testId } from '../workspaces/records.ts'

/** A lamp: a row of the collection in these tests. */
export interface Lamp {
  title: string
  oil?: number
  grade?: 'Wick' | 'Ember'
  place?: 'Road' | 'Shrine'
  lit?: boolean
  since?: string
  until?: string
}

/** A workspace whose page `/lamps` is a collection of lamps with these views. */
export function lampWorkspace(views: ViewInput[], lamps: Lamp[]): WorkspaceFile {
  return workspaceOf(collectionPage(lampCollection('Lamps', views, lamps), {}))
}

/** A workspace whose home page shows a collection of lamps with these views. */
export function homeCollection(views: ViewInput[], lamps: Lamp[]): WorkspaceFile {
  return workspaceOf(inlineCollection(lampCollection('Lamps', views, lamps)))
}

/** A workspace whose page `/shelf` shows two collections of lamps. */
export function twoCollections(views: ViewInput[], lamps: Lamp[]): WorkspaceFile {
  return workspaceOf(shelf(views, lamps))
}

/** A workspace with the pages `/lamps`, and `/shelf` with its first two views and eight of its lamps twice. */
export function lampPages(views: ViewInput[], lamps: Lamp[]): WorkspaceFile {
  return workspaceOf(
    collectionPage(lampCollection('Lamps', views, lamps), {}),
    shelf(views.slice(0, 2), lamps.slice(0, 8))
  )
}

function shelf(views: ViewInput[], lamps: Lamp[]) {
  const both = ['Left', 'Right'].map((name) => inlineCollection(lampCollection(name, views, lamps)))
  return page('Shelf', {}, both)
}

/** The id of a view of `/lamps` in query strings. */
export function lampView(name: string): string {
  return undashId(viewId(pageId('Lamps'), name))
}

function workspaceOf(...content: Parameters<typeof page>[2]): WorkspaceFile {
  return buildWorkspace({
    rootPageId: ROOT_ID,
    spaceId: testId(0),
    accounts: [{ key: 'wiki', name: ['Wiki', ''], email: 'wiki@wiki.example', avatar: '' }],
    root: page('Home', {}, content)
  })
}

function lampCollection(key: string, views: ViewInput[], lamps: Lamp[]) {
  return collection({
    key,
    name: key,
    titleName: 'Lamp',
    schema: {
      Oil: { type: 'number', format: 'number_with_commas' },
      // Options are deliberately not in alphabetical order.
      Grade: { type: 'select', options: { Wick: 'blue', Ember: 'red' } },
      Place: { type: 'select', options: { Shrine: 'green', Road: 'gray' } },
      Lit: { type: 'checkbox' },
      Since: { type: 'date' },
      Made: { type: 'created_time' }
    },
    views,
    rows: lamps.map(lampRow)
  })
}

function lampRow({ title, oil, grade, place, lit, since, until }: Lamp): RowInput {
  const date = { start_date: since ?? '', ...(until && { end_date: until }) }
  const type = until ? ('daterange' as const) : ('date' as const)
  const properties = {
    ...(oil !== undefined && { Oil: oil }),
    ...(grade && { Grade: grade }),
    ...(place && { Place: place }),
    ...(lit !== undefined && { Lit: lit }),
    ...(since && { Since: { type, ...date } })
  }
  return row(title, { properties }, [])
}
