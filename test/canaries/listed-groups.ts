import { record, testId } from '../support/workspaces/records.ts'
import { type Planting, type World, addBlock, addRow, changeHome, homeOf } from './world.ts'

const HOME = testId(500)

/** Adds a property of a type, and a board and a table whose formats list one group of it; returns its id. */
function addGroups(world: World, type: string, value: unknown): string {
  const { schema } = homeOf(world) as { schema: object }
  const property = type === 'title' ? type : `group${world.next()}`
  const code = { code: 'prop("Note") + "!"', result_type: 'text' }
  const added = { name: `By ${property}`, type, ...(type === 'formula' && { formula2: code }) }
  if (type !== 'title') changeHome(world, { schema: { ...schema, [property]: added } })
  const by = { property, type }
  const groups = [{ property, hidden: false, value: { type, value } }]
  const board = { board_columns_by: by, board_columns: groups, board_groups2: groups }
  addView(world, 'board', board)
  addView(world, 'table', { ...board, collection_group_by: by, collection_groups: groups })
  return property
}

function addView(world: World, type: string, format: object): void {
  const id = testId(world.next())
  const block = record(world.next(), { type: 'collection_view', collection_id: HOME })
  const view = { id, version: 1, type, name: 'View', format, parent_id: block.id }
  world.workspace.collection_view[id] = view as never
  addBlock(world, Object.assign(block, { view_ids: [id] }))
}

/** A row of the site with a value that a view lists as a group; returns the property too. */
function addListed(world: World, value: string): { id: string; property: string } {
  const property = addGroups(world, 'text', value)
  return { property, id: addRow(world, { title: [['Off']], on: [['Yes']], [property]: [[value]] }) }
}

/** Values of rows that are not part of the site. */
export const groupPlantings: Planting[] = [
  ...['text', 'url', 'email', 'title'].map((type): Planting => [
    `the ${type} of an unpublished row, which views list as a group`,
    (world, canary) => addRow(world, { [addGroups(world, type, canary)]: [[canary]] })
  ]),
  [
    'what a formula has for an unpublished row, which views list as a group',
    (world, canary) => {
      addRow(world, { title: [['Off']], note: [[canary]] })
      addGroups(world, 'formula', { type: 'text', value: { type: 'exact', value: `${canary}!` } })
    }
  ],
  [
    'a value of a private row, which views list as a group',
    (world, canary) => {
      const { id } = addListed(world, canary)
      world.workspace.privateIds = [...(world.workspace.privateIds ?? []), id]
    }
  ],
  [
    'a value of a row in the trash, which views list as a group',
    (world, canary) => {
      const { id } = addListed(world, canary)
      Object.assign(world.workspace.block[id] ?? {}, { alive: false })
    }
  ],
  [
    'a value of an excluded row, which views list as a group',
    (world, canary) => world.excludedPageIds.push(addListed(world, canary).id)
  ]
]

/** Values that rows of the site had. */
export const formerGroupPlantings: Planting[] = [
  [
    'a value of a row that was unpublished, which views list as a group',
    (world, canary) => {
      const { id } = addListed(world, `once ${canary}`)
      world.later.push((edit) => edit.setProperty(id, 'on', [['No']]))
    }
  ],
  [
    'the former value of a row, which views list as a group',
    (world, canary) => {
      const { id, property } = addListed(world, `once ${canary}`)
      world.later.push((edit) => edit.setProperty(id, property, [['another']]))
    }
  ]
]
