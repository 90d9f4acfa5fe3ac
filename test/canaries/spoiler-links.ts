import { record, testId } from '../support/workspaces/records.ts'
import { addTarget, linkMention } from './covered-links.ts'
import {
  type Planting,
  type World,
  addBlock,
  addCollection,
  addPage,
  addRow,
  addRowOf,
  addText,
  changeHome,
  homeOf,
  mention
} from './world.ts'

const SIGN = '🔒'
const HOME = testId(500)
/** In the titles of marked pages that show another spoiler: their pages must contain no other canary. */
const ASIDE = 'Canary999Zq'

/** Adds a block to a page; returns its id. */
function fill(
  { workspace, next }: World,
  pageId: string,
  fields: { type: string; [field: string]: unknown }
): string {
  const block = record(next(), { parent_id: pageId, ...fields })
  workspace.block[block.id] = block
  workspace.block[pageId]?.content?.push(block.id)
  return block.id
}

/** Links to marked pages in places that only withholding reaches. */
export const withheldLinkPlantings: Planting[] = [
  [
    'the name and description of a collection that mention a link to a marked page',
    (world, canary) => {
      const [address = ''] = addTarget(world, canary)
      const { id } = addCollection(world, [{ type: 'table' }])
      const text = [['About '], linkMention(address, canary)]
      Object.assign(world.workspace.collection[id] ?? {}, { name: text, description: text })
      addRowOf(world, id, 'Plain row')
    }
  ],
  [
    'the title of a page that mentions a link to a marked page, in the text of another page',
    (world, canary) => {
      const [address = ''] = addTarget(world, canary)
      const id = addPage(world, 'tells')
      const title = [['Tells '], linkMention(address, canary)]
      Object.assign(world.workspace.block[id]?.properties ?? {}, { title })
      mention(world, id)
    }
  ],
  [
    'name and bytes of the picture of a bookmark of a marked page',
    (world, canary) => {
      const [address = ''] = addTarget(world, canary)
      const source = `attachment:${testId(world.next())}:${canary}.txt`
      const bytes = Buffer.from(`text of ${canary}`)
      world.assets.set(source, { mediaType: 'text/plain', read: async () => bytes })
      const fields = { properties: { link: [[address]] }, format: { bookmark_cover: source } }
      addBlock(world, record(world.next(), { type: 'bookmark', ...fields }))
    }
  ],
  [
    'an option of a deleted property, in a collection whose marked row has no value of its own',
    (world, canary) => {
      const { id } = addCollection(world, [{ type: 'table' }])
      const [home, options] = [world.workspace.collection[id], [{ id: 'x', value: canary }]]
      const spoiler = { name: 'Spoiler', type: 'select', options: [{ id: 'o', value: '9' }] }
      const gone = { name: 'Gone', type: 'select', options }
      Object.assign(home ?? {}, {
        schema: { ...home?.schema, spoiler },
        deleted_schema: { gone }
      })
      addRowOf(world, id, 'Same')
      const row = world.workspace.block[addRowOf(world, id, 'Same')]
      Object.assign(row?.properties ?? {}, { spoiler: [['9']], gone: [[canary]] })
      fill(world, row?.id ?? '', { type: 'text', properties: { title: [[canary]] } })
    }
  ],
  [
    'an external object that is a marked page, and a mention of it',
    (world, canary) => {
      for (const original_url of addTarget(world, canary)) {
        const attributes = [{ id: 'title', values: [`T ${canary}`] }]
        const format = { original_url, attributes, domain: 'example.org' }
        const type = 'external_object_instance'
        const id = addBlock(world, record(world.next(), { type, format }))
        addText(world, { properties: { title: [['see '], ['‣', [['eoi', id]]]] } })
      }
    }
  ]
]

/** Adds a view of the collection to a page. */
function addView(world: World, pageId: string, format: object): void {
  const id = testId(world.next())
  const type = 'board_columns_by' in format ? 'board' : 'table'
  const blockId = fill(world, pageId, {
    type: 'collection_view',
    collection_id: HOME,
    view_ids: [id]
  })
  const view = { id, version: 1, type, name: 'View', format, parent_id: blockId }
  world.workspace.collection_view[id] = view as never
}

/** Spoilers that a marked page links to or shows. */
export const asidePlantings: Planting[] = [
  [
    'links of a marked page to another one',
    (world, canary) => {
      const addresses = addTarget(world, canary)
      const page = addPage(world, `${SIGN} 9 ${ASIDE}`)
      for (const address of addresses) {
        const link = [['see', [['a', address]]], linkMention(address, canary)]
        fill(world, page, { type: 'text', properties: { title: link } })
        fill(world, page, {
          type: 'bookmark',
          properties: { link: [[address]], title: [[canary]] }
        })
      }
    }
  ],
  [
    'a view in a marked page of the collection of another one',
    (world, canary) => {
      const { id, blockId, viewIds } = addCollection(world, [{ type: 'table', name: canary }])
      const { workspace } = world
      const home = workspace.collection[id]
      const kind = { name: canary, type: 'select', options: [{ id: 'a', value: canary }] }
      Object.assign(home ?? {}, { name: [[canary]], schema: { ...home?.schema, kind } })
      addRowOf(world, id, canary)
      workspace.block[workspace.rootPageId]?.content?.pop()
      const above = addPage(world, `${SIGN} 9 has a collection`)
      Object.assign(workspace.block[blockId] ?? {}, { parent_id: above })
      workspace.block[above]?.content?.push(blockId)
      const linked = { type: 'collection_view', collection_id: id, view_ids: viewIds }
      fill(world, addPage(world, `${SIGN} 9 ${ASIDE}`), linked)
    }
  ],
  [
    'values of another marked row as groups of views in a marked page',
    (world, canary) => {
      const { schema } = homeOf(world) as { schema: object }
      const own = { name: 'Own', type: 'text' }
      const kind = { name: 'Kind', type: 'select', options: [{ id: 'a', value: canary }] }
      changeHome(world, { schema: { ...schema, own, kind } })
      const values = { title: [[canary]], own: [[canary]], kind: [[canary]] }
      addRow(world, { on: [['Yes']], spoiler: [['9']], ...values })
      const page = addPage(world, `${SIGN} 9 ${ASIDE}`)
      for (const [property, type] of [
        ['own', 'text'],
        ['kind', 'select']
      ]) {
        const groups = [{ property, hidden: false, value: { type, value: canary } }]
        addView(world, page, { board_columns_by: { property, type }, board_columns: groups })
        addView(world, page, { collection_group_by: { property, type }, collection_groups: groups })
      }
    }
  ]
]
