import { pageBlock, record, testId, textBlock } from '../support/workspaces/records.ts'
import { linkPlantings } from './covered-links.ts'
import { namePlantings } from './covered-names.ts'
import {
  type Planting,
  SHOWN,
  type World,
  addBlock,
  addCollection,
  addPage,
  addProperty,
  addRow,
  addRowOf,
  addText,
  mention
} from './world.ts'

const SIGN = '🔒'
const HOME = testId(500)
const ROW = testId(510)

/** Adds a row of the chapter 9 and mentions it. */
function addMarkedRow(world: World, properties: object): string {
  const id = addRow(world, { on: [['Yes']], spoiler: [['9']], title: [['Row']], ...properties })
  mention(world, id)
  return id
}

/** Adds a view of the collection, which the page shows by itself; returns its id. */
function addView(world: World, fields: { type: string; [field: string]: unknown }): string {
  const id = testId(world.next())
  const block = record(world.next(), { type: 'collection_view', collection_id: HOME })
  const view = { id, version: 1, name: 'View', format: {}, parent_id: block.id, ...fields }
  world.workspace.collection_view[id] = view as never
  addBlock(world, Object.assign(block, { view_ids: [id] }))
  return id
}

/** Adds a value to the shown row, which is not marked. */
function addValue({ workspace }: World, values: object): void {
  Object.assign(workspace.block[ROW]?.properties ?? {}, values)
}

function addMarkedPage(world: World, title: string): string {
  return addPage(world, `${SIGN} 9 ${title}`)
}

/** A toggle heading with these blocks on the root page. */
function addMarkedToggle(world: World, children: ReturnType<typeof record>[]): void {
  const toggle = record(world.next(), {
    type: 'toggle',
    properties: { title: [[`${SIGN} 2 hidden`]] },
    content: children.map(({ id }) => id)
  })
  for (const child of children) {
    world.workspace.block[child.id] = Object.assign(child, { parent_id: toggle.id })
  }
  addBlock(world, toggle)
}

/** Places that name or show a spoiler from outside of it. */
export const placePlantings: Planting[] = [
  ...linkPlantings,
  ...namePlantings,
  [
    'a value of a marked row in a timeline, a calendar, a feed, a list and a gallery',
    (world, canary) => {
      addProperty(world, 'place', { name: 'Place', type: 'text' })
      addProperty(world, 'day', { name: 'Day', type: 'date' })
      const dayOf = (date: object) => [['‣', [['d', { start_date: '2026-01-02', ...date }]]]]
      const days = dayOf({ type: 'daterange', end_date: '2026-01-04' })
      addMarkedRow(world, { place: [[canary]], day: days })
      addValue(world, { day: dayOf({ type: 'date' }) })
      for (const type of ['timeline', 'calendar', 'feed', 'list', 'gallery'])
        addView(world, { type })
    }
  ],
  [
    'the author of a marked row in a feed',
    (world, canary) => {
      const id = testId(world.next())
      const user = { id, version: 1, given_name: canary, family_name: '' }
      world.workspace.notion_user[id] = user as never
      addProperty(world, 'by', { name: 'By', type: 'created_by' })
      const properties = { on: [['Yes']], spoiler: [['9']], title: [['By someone']] }
      addRow(world, properties, { created_by_id: id })
    }
  ],
  [
    'a value of a marked row as a bar of a chart',
    (world, canary) => {
      addProperty(world, 'fate', { name: 'Fate', type: 'text' })
      addMarkedRow(world, { fate: [[canary]] })
      const dataConfig = { groupBy: { property: 'fate' } }
      addView(world, { type: 'chart', format: { chart_config: { type: 'column', dataConfig } } })
    }
  ],
  [
    'a marked page as a bar of a chart and as a group',
    (world, canary) => {
      const id = addMarkedPage(world, canary)
      addProperty(world, 'seen', { name: 'Seen', type: 'relation', collection_id: HOME })
      addValue(world, { seen: [['‣', [['p', id]]]] })
      const dataConfig = { groupBy: { property: 'seen' } }
      addView(world, { type: 'chart', format: { chart_config: { type: 'column', dataConfig } } })
      const group = { property: 'seen', hidden: false, value: { type: 'relation', value: id } }
      addView(world, {
        type: 'table',
        format: {
          collection_group_by: { property: 'seen', type: 'relation' },
          collection_groups: [group]
        }
      })
    }
  ],
  [
    'a value of a marked row as a sub-group of a board',
    (world, canary) => {
      addProperty(world, 'guild', { name: 'Guild', type: 'text' })
      addMarkedRow(world, { guild: [[canary]] })
      const group = { property: 'guild', hidden: false, value: { type: 'text', value: canary } }
      addView(world, {
        type: 'board',
        format: {
          board_columns_by: { property: 'note', type: 'text' },
          collection_group_by: { property: 'guild', type: 'text' },
          collection_groups: [group]
        }
      })
    }
  ],
  [
    'a value that a formula has for a marked row, as a group of views that do not show the row',
    (world, canary) => {
      addProperty(world, 'rank', { name: 'Rank', type: 'text' })
      addProperty(world, 'call', {
        name: 'Call',
        type: 'formula',
        formula2: { code: 'prop("Rank") + "!"', result_type: 'text' }
      })
      addMarkedRow(world, { rank: [[canary]] })
      const by = { property: 'call', type: 'formula' }
      const value = { type: 'text', value: { type: 'exact', value: `${canary}!` } }
      const group = { property: 'call', hidden: false, value: { type: 'formula', value } }
      addView(world, {
        type: 'table',
        format: { collection_group_by: by, collection_groups: [group] }
      })
      addView(world, { type: 'board', format: { board_columns_by: by, board_columns: [group] } })
    }
  ],
  [
    'an option that a status has by default, and a text of new rows',
    (world, canary) => {
      const options = [{ id: 'd1', value: canary }]
      const groups = [{ id: 'g1', name: 'All', optionIds: ['d1'] }]
      const status = { name: 'State', type: 'status', defaultOption: canary, options, groups }
      addProperty(world, 'state', { ...status, default_value: [[`See ${canary}`]] })
      addMarkedRow(world, { state: [[canary]] })
    }
  ],
  [
    'the name and a property of a collection on a marked page, whose rows the search finds',
    (world, canary) => {
      const { id, blockId } = addCollection(world, [{ type: 'table' }])
      const { workspace } = world
      const above = addMarkedPage(world, 'holds a collection')
      const { content } = workspace.block[workspace.rootPageId] ?? {}
      content?.splice(content.indexOf(blockId), 1)
      Object.assign(workspace.block[blockId] ?? {}, { parent_id: above })
      workspace.block[above]?.content?.push(blockId)
      const options = [{ id: 'p1', value: 'Plain' }]
      const kind = { name: `Kind ${canary}`, type: 'select', options }
      const home = workspace.collection[id]
      Object.assign(home ?? {}, {
        name: [[`Name ${canary}`]],
        schema: { ...home?.schema, kind }
      })
      const row = workspace.block[addRowOf(world, id, 'Late row')]
      Object.assign(row?.properties ?? {}, { kind: [['Plain']] })
    }
  ],
  [
    'a value of a marked row in a formula over a rollup of a row without a mark',
    (world, canary) => {
      addProperty(world, 'end', { name: 'End', type: 'text' })
      addProperty(world, 'ends', {
        name: 'Ends',
        type: 'rollup',
        relation_property: 'others',
        target_property: 'end'
      })
      addProperty(world, 'told', {
        name: 'Told',
        type: 'formula',
        formula2: { code: 'prop("Ends").join(", ")', result_type: 'text' }
      })
      addMarkedRow(world, { end: [[canary]] })
    }
  ],
  [
    'a value of a marked row that rows show through another row',
    (world, canary) => {
      addProperty(world, 'weapon', { name: 'Weapon', type: 'text' })
      addProperty(world, 'kin', { name: 'Kin', type: 'relation', collection_id: HOME })
      const rollup = { type: 'rollup', relation_property: 'kin' }
      addProperty(world, 'kinArms', { ...rollup, name: 'Arms of kin', target_property: 'weapon' })
      addProperty(world, 'allArms', { ...rollup, name: 'All arms', target_property: 'kinArms' })
      const id = addMarkedRow(world, { weapon: [[canary]] })
      const between = addRow(world, {
        on: [['Yes']],
        title: [['Between']],
        kin: [['‣', [['p', id]]]]
      })
      addValue(world, { kin: [['‣', [['p', between]]]] })
    }
  ],
  [
    'an option of a marked row in the tags and filters',
    (world, canary) => {
      const options = [{ id: 'k1', value: canary, color: 'red' }]
      addProperty(world, 'role', { name: 'Role', type: 'select', options })
      addMarkedRow(world, { role: [[canary]] })
      for (let row = 0; row < 8; row++) addRow(world, { on: [['Yes']], title: [[`Row ${row}`]] })
    }
  ],
  [
    'headings in a marked toggle, which a table of contents would list',
    (world, canary) => {
      const heading = (title: string) =>
        record(world.next(), { type: 'sub_header', properties: { title: [[title]] } })
      for (const title of ['One', 'Two', 'Three']) addBlock(world, heading(title))
      addBlock(world, record(world.next(), { type: 'table_of_contents' }))
      addMarkedToggle(world, [heading(`In it ${canary}`)])
    }
  ],
  [
    'a heading, a caption and a title that mention a marked page',
    (world, canary) => {
      const id = addMarkedPage(world, canary)
      const title = [['About '], ['‣', [['p', id]]]]
      addBlock(world, record(world.next(), { type: 'sub_header', properties: { title } }))
      const image = { source: [['https://a.example/a.png']], caption: title, alt_text: title }
      addBlock(world, record(world.next(), { type: 'image', properties: image }))
      addBlock(
        world,
        pageBlock(world.next(), '', {
          properties: { title },
          parent_id: world.workspace.rootPageId
        })
      )
      addRow(world, { on: [['Yes']], title })
    }
  ],
  [
    'an alias with the name of a marked page, and a text that links to it',
    (world, canary) => {
      const id = addMarkedPage(world, canary)
      const alias = {
        format: { alias_pointer: { id } },
        properties: { title: [[`Old ${canary}`]] }
      }
      addBlock(world, record(world.next(), { type: 'alias', ...alias }))
    }
  ],
  [
    'a synced block whose original is in a marked toggle',
    (world, canary) => {
      const line = textBlock(world.next(), canary)
      const original = record(world.next(), { type: 'transclusion_container', content: [line.id] })
      world.workspace.block[line.id] = Object.assign(line, { parent_id: original.id })
      addMarkedToggle(world, [original])
      const format = { transclusion_reference_pointer: { id: original.id } }
      addBlock(world, record(world.next(), { type: 'transclusion_reference', format }))
    }
  ],
  [
    'pages below, beside and related to a marked page',
    (world, canary) => {
      const id = addMarkedPage(world, canary)
      const [one, other] = [addPage(world, `One ${canary}`), addPage(world, `Other ${canary}`)]
      const { workspace } = world
      for (const child of [one, other]) {
        Object.assign(workspace.block[child] ?? {}, { parent_id: id })
        workspace.block[id]?.content?.push(child)
      }
      workspace.block[workspace.rootPageId]?.content?.splice(-2)
      mention(world, other)
      addText(world, { properties: { title: [['‣', [['p', SHOWN]]]] } })
    }
  ]
]
