import { record, testId } from '../support/workspaces/records.ts'
import { addTarget, linkMention } from './covered-links.ts'
import {
  type Planting,
  type World,
  addBlock,
  addCollection,
  addPage,
  addRowOf,
  addText,
  mention
} from './world.ts'

const SIGN = '🔒'

/** Adds a block to a page. */
function fill(
  { workspace, next }: World,
  pageId: string,
  fields: { type: string; properties: object }
): void {
  const block = record(next(), { parent_id: pageId, ...fields })
  workspace.block[block.id] = block
  workspace.block[pageId]?.content?.push(block.id)
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
    'links of a marked page to another one',
    (world, canary) => {
      const addresses = addTarget(world, canary)
      const page = addPage(world, `${SIGN} 9 links`)
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
