import type { Block } from 'notion-types'
import fc from 'fast-check'

import { renderedBlockTypes } from '../../../site/notion/blocks/block-types.ts'
import type { WorkspaceFile } from '../../../demo/builder/workspace-file.ts'
import { pageBlock, record, testId, workspaceOf } from './records.ts'

const planted = { type: 'h6', props: { children: 'planted' }, key: null }

/** Junk values for record fields; sometimes an id, so that the reference resolves. */
const junk: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, 5, '', 'x', {}, [], [null], ['x'], [[]], [[null]], [['x']]),
  fc.constantFrom<unknown>('constructor', '__proto__', testId(1), { id: {} }, [{}], [['‣']]),
  // What React would take for an element, what cannot be a text, and half a character.
  fc.constantFrom<unknown>(
    planted,
    { toString: null },
    '\ud800',
    'attachment:\ud800:x.png',
    '灯\n1'
  ),
  fc.jsonValue({ maxDepth: 2, noUnicodeString: true })
)
/** A value, or junk in its place. */
const or = (value: fc.Arbitrary<unknown>) => fc.oneof({ arbitrary: value, weight: 2 }, junk)
const fields = (names: string[]) =>
  fc.record(Object.fromEntries(names.map((name) => [name, junk])), { requiredKeys: [] })

const dates = 'type start_date start_time end_date end_time time_zone date_format time_format'
const argument = fc.oneof(
  junk,
  fields(['title', 'href']),
  fields(dates.split(' ')).map((date) => ({ ...date, start_date: '2026-01-01' }))
)
const kind = fc.constantFrom(...'p u d lm eoi ce tv e a b h c m zz'.split(' '))
const plainMark = fc.tuple(kind, argument)
const mark = fc.oneof(
  plainMark,
  plainMark.map((inner) => ['‣', inner])
)
const head = fc.constantFrom<unknown>('‣', '⁍', 'oil', ',', planted)
const part = fc.oneof(
  { arbitrary: fc.tuple(head, fc.array(mark, { maxLength: 2 })), weight: 5 },
  junk
)
const text = or(fc.array(part, { maxLength: 3 }))

const texts = ['title', 'caption', 'description', 'language', 'source', 'link', 'checked', 'a', 'b']
const properties = or(
  fc.record(Object.fromEntries(texts.map((name) => [name, text])), { requiredKeys: [] })
)
const blockFormats = `page_icon page_cover page_cover_position block_color block_width block_height
  display_source original_url attributes drive_properties table_block_column_order
  table_block_column_format transclusion_reference_pointer alias_pointer collection_pointer
  column_ratio code_wrap bookmark_cover toggleable list_format button_url alt_text`
const block = fc.record({
  type: fc.constantFrom(...renderedBlockTypes, 'hologram'),
  properties,
  format: or(fields(blockFormats.split(/\s+/))),
  created_by_id: junk,
  view_ids: junk,
  collection_id: junk
})

const types = `title text number select multi_select status date person file checkbox url relation
  rollup formula created_time created_by auto_increment_id verification place button`
const propertyFields = `options groups date_format time_format number_format show_as prefix
  collection_id property relation_property target_property aggregation formula formula2 button`
const option = or(fields(['id', 'value', 'color']))
const property = or(
  fc
    .tuple(
      fields(['name', ...propertyFields.split(/\s+/)]),
      or(fc.constantFrom(...types.split(/\s+/))),
      or(fc.array(option, { maxLength: 3 }))
    )
    .map(([sent, type, options]) => ({ ...sent, type, options }))
)
const viewTypes = 'table list gallery board calendar timeline chart map feed form hologram'
const viewFormats = `table_properties list_properties board_columns board_columns_by table_wrap
  collection_groups collection_group_by gallery_cover gallery_cover_size chart_config property_filters
  calendar_by timeline_by collection_pointer`
const view = fc.record({
  type: fc.constantFrom(...viewTypes.split(' ')),
  name: junk,
  format: or(fields(viewFormats.split(/\s+/))),
  query2: or(fields(['aggregations', 'calendar_by', 'group_by']))
})
const collection = fc.record({
  name: text,
  icon: junk,
  cover: junk,
  description: text,
  format: or(fields(['collection_page_properties', 'property_visibility'])),
  schema: fc.record({ a: property, b: property, title: property }, { requiredKeys: [] }),
  views: fc.array(view, { minLength: 1, maxLength: 2 }),
  rows: fc.array(properties, { minLength: 1, maxLength: 2 })
})
const page = fc.record({
  properties,
  blocks: fc.array(block, { minLength: 3, maxLength: 6 }),
  collection
})

/** A workspace of pages whose records may have any value in place of text, lists and settings. */
export function malformedWorkspace(pages: number, seed: number): WorkspaceFile {
  const sampled = fc.sample(page, { numRuns: pages, seed })
  const built = sampled.map((each, index) => builtPage(each, 1000 * (index + 1)))
  const workspace = workspaceOf(
    built.map(({ id }) => id),
    built.flatMap(({ blocks }) => blocks)
  )
  return {
    ...workspace,
    collection: Object.fromEntries(built.map((each) => [each.collection.id, each.collection])),
    collection_view: Object.fromEntries(
      built.flatMap(({ views }) => views.map((each) => [each.id, each]))
    )
    // Malformed records do not match notion-types.
  } as unknown as WorkspaceFile
}

type SampledPage = typeof page extends fc.Arbitrary<infer T> ? T : never

/**
 * The records of a page: blocks from `first + 1`, the collection at `first + 100`, then views and
 * rows.
 */
function builtPage(sampled: SampledPage, first: number) {
  const home = testId(first + 100)
  const shown = first + 101
  const views = sampled.collection.views.map((each, index) => {
    return { ...each, id: testId(first + 200 + index), version: 1, parent_id: testId(shown) }
  })
  const rows = sampled.collection.rows.map((sent, index) =>
    pageBlock(first + 300 + index, '', {
      properties: sent,
      parent_id: home,
      parent_table: 'collection'
    })
  )
  const inside = { parent_id: testId(first) }
  const blocks = sampled.blocks.map((each, index) =>
    record(first + 1 + index, { ...each, ...inside })
  )
  const viewIds = views.map(({ id }) => id)
  const databaseFields = { type: 'collection_view', collection_id: home, view_ids: viewIds }
  const database = record(shown, { ...databaseFields, ...inside })
  const content = [...blocks, database].map(({ id }) => id)
  const own = pageBlock(first, '', { properties: sampled.properties, content })
  const { views: _, rows: __, ...collectionFields } = sampled.collection
  return {
    id: own.id,
    blocks: [own, ...blocks, database, ...rows] satisfies Block[],
    views,
    collection: { ...collectionFields, id: home, version: 1, parent_id: testId(shown) }
  }
}
