import type { Decoration } from 'notion-types'

import { testId } from '../support/workspaces/records.ts'
import {
  type Planting,
  type World,
  addCollection,
  addPage,
  addProperty,
  addRow,
  addRowOf,
  mention
} from './world.ts'

const HOME = testId(500)
const ROW = testId(510)

const mentionOf = (id: string): Decoration[] => [['‣', [['p', id]]]]
const addMarkedPage = (world: World, title: string) => addPage(world, `🔒 9 ${title}`)

/** Adds a collection with these properties and one row with these values; no mark is in it. */
function addPlainRow(world: World, title: string, schema: object, values: object) {
  const { id, blockId } = addCollection(world, [{ type: 'table' }])
  const home = world.workspace.collection[id]
  Object.assign(home ?? {}, { schema: { ...home?.schema, ...schema } })
  const row = world.workspace.block[addRowOf(world, id, title)]
  Object.assign(row?.properties ?? {}, values)
  return { id, blockId }
}

/** Moves a block of the root page to another page. */
function moveTo({ workspace }: World, id: string, pageId: string): void {
  const { content } = workspace.block[workspace.rootPageId] ?? {}
  content?.splice(content.indexOf(id), 1)
  Object.assign(workspace.block[id] ?? {}, { parent_id: pageId })
  workspace.block[pageId]?.content?.push(id)
}

/** Names of marked pages in the metadata, addresses and names of others. */
export const namePlantings: Planting[] = [
  [
    'signs after white space, of pages and of a row',
    (world, canary) => {
      for (const space of ['\u00a0', '\n']) {
        mention(world, addPage(world, `${space}🔒 9 ${canary}`))
      }
      addRow(world, { on: [['Yes']], title: [[`\u3000🔒 9 ${canary}`]] })
    }
  ],
  [
    'the name of a database that mentions a marked page',
    (world, canary) => {
      const name = [['About '], ...mentionOf(addMarkedPage(world, canary))]
      const kind = { name: 'Kind', type: 'select', options: [{ id: 'k1', value: 'Plain' }] }
      for (const type of ['collection_view', 'collection_view_page']) {
        const { id, blockId } = addPlainRow(world, type, { kind }, { kind: [['Plain']] })
        Object.assign(world.workspace.collection[id] ?? {}, { name })
        Object.assign(world.workspace.block[blockId] ?? {}, { type })
      }
    }
  ],
  [
    'a marked page as an alias of a row',
    (world, canary) => {
      const id = addMarkedPage(world, canary)
      const text = [['also '], ...mentionOf(id)]
      addProperty(world, 'alias', { name: 'Aliases', type: 'text' })
      addProperty(world, 'known', { name: 'Also known as', type: 'relation', collection_id: HOME })
      addRow(world, { on: [['Yes']], title: [['Aliased']], alias: text, known: mentionOf(id) })
    }
  ],
  [
    'a database on a marked page whose relation names a row',
    (world, canary) => {
      const user = { name: `Property ${canary}`, type: 'relation', collection_id: HOME }
      const { id, blockId } = addPlainRow(world, canary, { user }, { user: mentionOf(ROW) })
      Object.assign(world.workspace.collection[id] ?? {}, { name: [[`Name ${canary}`]] })
      moveTo(world, blockId, addMarkedPage(world, 'holds a relation'))
    }
  ],
  [
    'a marked page as the author and in the description of a row',
    (world, canary) => {
      const value = mentionOf(addMarkedPage(world, canary))
      addProperty(world, 'author', { name: 'Author', type: 'text' })
      addProperty(world, 'about', { name: 'Description', type: 'text' })
      addRow(world, { on: [['Yes']], title: [['Authored']], author: value, about: value })
    }
  ],
  [
    'a marked row as the author of a row, and a value of it as the description',
    (world, canary) => {
      const note = [[`note ${canary}`]]
      const id = addRow(world, { on: [['Yes']], spoiler: [['9']], title: [[canary]], note })
      const author = { name: 'Author', type: 'relation', collection_id: HOME }
      const rollup = { type: 'rollup', relation_property: 'author', target_property: 'note' }
      const schema = { author, about: { ...rollup, name: 'Description' } }
      addPlainRow(world, 'Related author', schema, { author: mentionOf(id) })
    }
  ],
  [
    'a database with a sign after white space',
    (world, canary) => {
      const { id, blockId } = addCollection(world, [{ type: 'table' }])
      Object.assign(world.workspace.block[blockId] ?? {}, { type: 'collection_view_page' })
      Object.assign(world.workspace.collection[id] ?? {}, { name: [[`\u00a0🔒 9 ${canary}`]] })
      addRowOf(world, id, canary)
    }
  ]
]
