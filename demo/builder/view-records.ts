import type { CollectionView } from 'notion-types'

import type { CollectionInput } from './block-node.ts'
import type { FilterGroup, FilterRule, ViewInput } from './view-input.ts'
import { idOfProperty, optionNames, titleName } from './collection-records.ts'
import { recordId, recordVersion } from './record-ids.ts'

/** The id of a view, by the block that shows it. */
export function viewId(blockId: string, name: string): string {
  return recordId(`view:${blockId}/${name}`)
}

/** The record of a view. */
export function viewRecord(options: {
  input: CollectionInput
  view: ViewInput
  blockId: string
  rowIds: string[]
}): CollectionView {
  const { input, view, blockId, rowIds } = options
  const id = viewId(blockId, view.name)
  const record = {
    id,
    version: recordVersion(id),
    type: view.type,
    name: view.name,
    format: {
      ...properties(input, view),
      ...cover(input, view),
      ...grouping(input, view),
      ...chart(input, view),
      ...dashboard(view, blockId)
    },
    query2: query(input, view),
    ...(view.type === 'table' && { page_sort: rowIds }),
    parent_id: blockId,
    parent_table: 'block',
    alive: true
  }
  // notion-types requires fields that views do not have, such as `query2.group_by`.
  return record as unknown as CollectionView
}

function properties(input: CollectionInput, view: ViewInput) {
  const hidden = Object.keys(input.schema).filter((name) => !view.show.includes(name))
  const shown = view.show.map((name) => propertyEntry({ input, view, name, visible: true }))
  const rest = hidden.map((name) => propertyEntry({ input, view, name, visible: false }))
  const isTable = view.type === 'table'
  return {
    ...(isTable && { table_wrap: view.isWrapped ?? true }),
    [`${view.type}_properties`]: [...shown, ...rest]
  }
}

function propertyEntry(options: {
  input: CollectionInput
  view: ViewInput
  name: string
  visible: boolean
}) {
  const { input, view, name, visible } = options
  const property = idOfProperty(input, name)
  const width = view.widths?.[name] ?? (property === 'title' ? 240 : 150)
  return { property, visible, ...(view.type === 'table' && { width }) }
}

function cover(input: CollectionInput, view: ViewInput) {
  if (view.type !== 'gallery' && view.type !== 'board') return {}
  const shown =
    typeof view.cover === 'object'
      ? { type: 'property', property: idOfProperty(input, view.cover.property) }
      : { type: view.cover ?? 'none' }
  return {
    [`${view.type}_cover`]: shown,
    [`${view.type}_cover_size`]: view.coverSize ?? 'medium',
    [`${view.type}_cover_aspect`]: typeof view.cover === 'object' ? 'contain' : 'cover'
  }
}

function grouping(input: CollectionInput, view: ViewInput) {
  if (!view.groupBy) return {}
  const { by, groups } = groupsOf(input, view.groupBy)
  const within = view.subgroupBy ? groupsOf(input, view.subgroupBy) : undefined
  const inner = within && {
    collection_group_by: { ...within.by, hideEmptyGroups: true },
    collection_groups: within.groups
  }
  return view.type === 'board'
    ? { board_columns_by: by, board_columns: groups, ...inner }
    : { collection_group_by: { ...by, hideEmptyGroups: true }, collection_groups: groups }
}

function groupsOf(input: CollectionInput, name: string) {
  const property = idOfProperty(input, name)
  const schema = input.schema[name]
  const names = schema && optionNames(schema)
  if (!schema || !names) throw new Error(`${input.key} cannot be grouped by "${name}"`)

  const groups = [undefined, ...names].map((value) => ({
    property,
    // The first group has the rows without a value; hidden, as the sample has none.
    hidden: value === undefined,
    value: value === undefined ? { type: schema.type } : groupValue(schema.type, value)
  }))
  const by = {
    type: schema.type,
    property,
    sort: { type: 'manual' },
    ...(schema.type === 'status' && { groupBy: 'option' })
  }
  return { by, groups }
}

function groupValue(type: string, value: string) {
  return { type, value: type === 'status' ? { type: 'by_option', option: value } : value }
}

/** Settings of a chart that counts rows by value. */
function chart(input: CollectionInput, { chartBy, chartUnit, chartType = 'bar' }: ViewInput) {
  const aggregationConfig = { aggregation: { aggregator: 'count' } }
  if (chartBy === undefined) {
    const dataConfig = { type: 'groups_reducer', aggregationConfig }
    return chartType === 'number' ? { chart_config: { type: chartType, dataConfig } } : {}
  }
  const property = idOfProperty(input, chartBy)
  const unit = chartUnit !== undefined && { groupBy: chartUnit }
  const by = { type: input.schema[chartBy]?.type, property, sort: { type: 'manual' }, ...unit }
  const dataConfig = { type: 'groups_reducer', groupBy: by, aggregationConfig }
  return { chart_config: { type: chartType, dataConfig } }
}

/** The layout of a dashboard, as in Notion's public API. */
function dashboard({ widgets }: ViewInput, blockId: string) {
  if (!widgets) return {}
  const rows = widgets.map((row, index) => ({
    id: recordId(`row:${blockId}/${index}`),
    widgets: row.map(({ view, width }) => {
      const id = viewId(blockId, view.name)
      return { id: recordId(`widget:${id}`), view_id: id, ...(width !== undefined && { width }) }
    })
  }))
  return { dashboard: { rows } }
}

function query(input: CollectionInput, view: ViewInput) {
  return {
    ...(view.sort && {
      sort: view.sort.map(([name, direction]) => ({
        property: idOfProperty(input, name),
        direction
      }))
    }),
    ...(view.filter && { filter: filterGroup(input, view.filter) }),
    ...(view.dateBy && { [`${view.type}_by`]: idOfProperty(input, view.dateBy) }),
    aggregations: Object.entries(view.aggregate ?? { [titleName(input)]: 'count' }).map(
      ([name, aggregator]) => ({ property: idOfProperty(input, name), aggregator })
    )
  }
}

function filterGroup(input: CollectionInput, group: FilterGroup): object {
  const filters = group.filters.map((part) =>
    'filters' in part ? filterGroup(input, part) : filterRule(input, part)
  )
  return { operator: group.operator, filters }
}

function filterRule(input: CollectionInput, rule: FilterRule): object {
  const { property, operator, value, isRelative } = rule
  const exact = operator.startsWith('status_is') ? 'is_option' : 'exact'
  const type = isRelative ? 'relative' : exact
  const compared = value === undefined ? {} : { value: { type, value } }
  return { property: idOfProperty(input, property), filter: { operator, ...compared } }
}
