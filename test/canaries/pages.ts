import { record, testId } from '../support/workspaces/records.ts'
import { formerGroupPlantings, groupPlantings } from './listed-groups.ts'
import {
  type Planting,
  type World,
  SHOWN,
  addBlock,
  addCollection,
  addPage,
  addRow,
  addRowOf,
  addText,
  mention
} from './world.ts'

const ELSEWHERE = testId(7)

/** A table of approved rows only. */
const approved = {
  type: 'table',
  query2: {
    filter: {
      property: 'ok',
      filter: { operator: 'checkbox_is', value: { type: 'exact', value: true } }
    }
  }
}

/** Adds links to a page with copied texts; they are also its address in Notion, which contains its name. */
function addLinks(world: World, id: string, copied: string): void {
  const href = `https://www.notion.so/${copied}-${id.replaceAll('-', '')}`
  const [title, format] = [[[copied]], { alias_pointer: { id } }]
  addBlock(world, record(world.next(), { type: 'alias', format, properties: { title } }))
  const link = { link: [[href]], title, description: title }
  addBlock(world, record(world.next(), { type: 'bookmark', properties: link }))
  const linked = ['‣', [['lm', { href, title: copied, description: copied }]]]
  addText(world, { properties: { title: [['see', [['a', href]]], linked] } })
}

/** Pages, rows and views that are not part of the site. */
export const pagePlantings: Planting[] = [
  ...groupPlantings,
  [
    'a private page',
    (world, canary) => {
      const id = addPage(world, canary)
      world.workspace.privateIds = [...(world.workspace.privateIds ?? []), id]
      mention(world, id)
    }
  ],
  [
    'a page in the trash',
    (world, canary) => mention(world, addPage(world, canary, { alive: false }))
  ],
  [
    'a block in the trash',
    (world, canary) =>
      addBlock(
        world,
        record(world.next(), {
          type: 'text',
          alive: false,
          properties: { title: [[canary]] }
        })
      )
  ],
  [
    'a page of another space',
    (world, canary) => mention(world, addPage(world, canary, { space_id: ELSEWHERE }))
  ],
  [
    'an excluded page',
    (world, canary) => {
      const id = addPage(world, canary)
      world.excludedPageIds.push(id)
      mention(world, id)
    }
  ],
  [
    'what links to an excluded page and to a private one have copied',
    (world, canary) => {
      const [excluded, hidden] = [addPage(world, 'left out'), addPage(world, 'hidden')]
      world.excludedPageIds.push(excluded)
      world.workspace.privateIds = [...(world.workspace.privateIds ?? []), hidden]
      for (const id of [excluded, hidden]) addLinks(world, id, canary)
    }
  ],
  [
    'the title of an unpublished row',
    (world, canary) => mention(world, addRow(world, { title: [[canary]] }))
  ],
  [
    'a value of an unpublished row, which a board would use as a group',
    (world, canary) => addRow(world, { title: [['Off']], note: [[canary]] })
  ],
  [
    'icon and cover of an unpublished row',
    (world, canary) => {
      const address = `https://a.example/${canary}.png`
      addRow(world, { title: [['Off']] }, { format: { page_icon: canary, page_cover: address } })
    }
  ],
  [
    'a child block of an unpublished row',
    (world, canary) => {
      const line = record(world.next(), { type: 'text', properties: { title: [[canary]] } })
      world.workspace.block[line.id] = line
      line.parent_id = addRow(world, { title: [['Off']] }, { content: [line.id] })
    }
  ],
  [
    'the bytes of a file that only an unpublished row shows',
    (world, canary) => {
      const source = `attachment:${testId(world.next())}:${canary}.txt`
      const bytes = Buffer.from(`text of ${canary}`)
      world.assets.set(source, { mediaType: 'text/plain', read: async () => bytes })
      const image = record(world.next(), { type: 'file', properties: { source: [[source]] } })
      world.workspace.block[image.id] = image
      image.parent_id = addRow(world, { title: [['Off']] }, { content: [image.id] })
    }
  ],
  [
    'the editor of an unpublished row',
    (world, canary) => {
      const id = testId(world.next())
      world.workspace.notion_user[id] = { id, version: 1, given_name: canary } as never
      addRow(world, { title: [['‣', [['u', id]]]] }, { last_edited_by_id: id })
    }
  ],
  [
    'a private collection',
    (world, canary) => {
      const id = testId(world.next())
      const home = { id, version: 1, name: [[canary]], schema: {}, parent_id: SHOWN }
      world.workspace.collection[id] = home as never
      world.workspace.privateIds = [...(world.workspace.privateIds ?? []), id]
      addBlock(world, record(world.next(), { type: 'collection_view', collection_id: id }))
    }
  ],
  [
    'a form response in a collection without another view',
    (world, canary) => {
      const { id } = addCollection(world, [{ type: 'form_editor' }])
      addRowOf(world, id, canary)
      mention(world, addRowOf(world, id, canary))
    }
  ],
  [
    "a form response hidden by the collection's other view",
    (world, canary) => {
      const { id } = addCollection(world, [{ type: 'form_editor' }, approved])
      mention(world, addRowOf(world, id, canary))
    }
  ],
  [
    'a template, with every kind of reference',
    (world, canary) => {
      const { id } = addCollection(world, [{ type: 'table' }])
      const template = addRowOf(world, id, canary, { is_template: true })
      mention(world, template)
      addText(world, { properties: { title: [['see', [['a', `/${template}`]]]] } })
      addText(world, { content: [template] })
      const alias = { alias_pointer: { id: template } }
      addBlock(world, record(world.next(), { type: 'alias', format: alias }))
      const original = { transclusion_reference_pointer: { id: template } }
      const synced = { type: 'transclusion_reference', format: original }
      addBlock(world, record(world.next(), synced))
    }
  ],
  [
    'a template that only its collection lists',
    (world, canary) => {
      const { id } = addCollection(world, [{ type: 'table' }])
      const template = addRowOf(world, id, canary)
      Object.assign(world.workspace.collection[id] ?? {}, { template_pages: [template] })
      mention(world, template)
    }
  ],
  [
    'a view in the trash',
    (world, canary) => {
      const view = { id: testId(world.next()), version: 1, type: 'table', name: canary }
      const trashed = { ...view, alive: false, parent_id: SHOWN, format: {} }
      world.workspace.collection_view[view.id] = trashed as never
      const shown = world.workspace.block[SHOWN] as { view_ids?: string[] } | undefined
      shown?.view_ids?.push(view.id)
    }
  ]
]

/** Content that was published once and is now private. */
export const formerPlantings: Planting[] = [
  ...formerGroupPlantings,
  [
    'a page that became private',
    (world, canary) => {
      const id = addPage(world, `once ${canary}`)
      mention(world, id)
      world.later.push((edit) => edit.setPrivate(id, true))
    }
  ],
  [
    'a page that was moved to another space',
    (world, canary) => {
      const id = addPage(world, `once ${canary}`)
      world.later.push((edit) => edit.change(id, { space_id: ELSEWHERE }))
    }
  ],
  [
    'a row that was unpublished',
    (world, canary) => {
      const properties = { title: [[`once ${canary}`]], note: [[`once ${canary}`]], on: [['Yes']] }
      const id = addRow(world, properties)
      mention(world, id)
      world.later.push((edit) => edit.setProperty(id, 'on', [['No']]))
    }
  ],
  [
    'a form response in a collection that lost its other view',
    (world, canary) => {
      const views = [{ type: 'form_editor' }, { type: 'table' }]
      const { id, blockId, viewIds } = addCollection(world, views)
      mention(world, addRowOf(world, id, `once ${canary}`))
      world.later.push((edit) => edit.change(blockId, { view_ids: viewIds.slice(0, 1) }))
    }
  ],
  [
    'the former text of a block',
    (world, canary) => {
      const id = addText(world, { properties: { title: [[`once ${canary}`]] } })
      world.later.push((edit) => edit.setText(id, 'something else'))
    }
  ],
  [
    'a block of an unknown type on a page that became private',
    (world, canary) => {
      const id = addPage(world, 'has a hologram')
      const hologram = record(world.next(), { type: 'hologram', parent_id: id })
      Object.assign(hologram, { properties: { title: [[`once ${canary}`]] } })
      world.workspace.block[hologram.id] = hologram
      world.workspace.block[id]?.content?.push(hologram.id)
      world.later.push((edit) => edit.setPrivate(id, true))
    }
  ],
  [
    'the former name of a collection',
    (world, canary) => {
      const shown = world.next()
      const id = testId(world.next())
      const home = {
        id,
        version: 1,
        name: [[`once ${canary}`]],
        schema: {},
        parent_id: testId(shown)
      }
      world.workspace.collection[id] = home as never
      addBlock(world, record(shown, { type: 'collection_view', collection_id: id }))
      world.later.push((edit) => edit.changeCollection(id, { name: [['Things']] }))
    }
  ],
  [
    'a page that became private, in the title of another page',
    (world, canary) => {
      const id = addPage(world, `once ${canary}`)
      const about = addPage(world, 'about it')
      const title = [['About '], ['‣', [['p', id]]]]
      Object.assign(world.workspace.block[about]?.properties ?? {}, { title })
      world.later.push((edit) => edit.setPrivate(id, true))
    }
  ]
]
