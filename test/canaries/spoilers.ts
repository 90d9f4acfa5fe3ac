import type { Block, Decoration } from 'notion-types'

import type { SpoilerConfig } from '../../site/config/config.ts'
import { record, testId, textBlock } from '../support/workspaces/records.ts'
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
  mention,
  newWorld
} from './world.ts'

const SIGN = '🔒'

/** A configuration that withholds what these plantings mark. */
export const withheld: SpoilerConfig = {
  mode: 'withhold',
  chapters: ['1', '2', '9'],
  property: 'Spoiler',
  tag: 'Late',
  sign: SIGN
}

/** A world whose rows can be marked by a property, and by an option of another one. */
export function newStory(): World {
  const world = newWorld()
  const { schema } = homeOf(world) as { schema: object }
  const options = [{ id: 'o1', value: '9' }]
  changeHome(world, {
    schema: {
      ...schema,
      spoiler: { name: 'Spoiler', type: 'select', options },
      kinds: { name: 'Kinds', type: 'multi_select', options: [{ id: 'o2', value: 'Late' }] },
      upper: {
        name: 'Upper',
        type: 'formula',
        formula2: { code: 'prop("Tally")', result_type: 'text' }
      }
    }
  })
  return world
}

/** Adds a block with these children to the root page. */
function addParent(world: World, block: Block, children: Block[]): string {
  for (const child of children) {
    world.workspace.block[child.id] = child
    child.parent_id = block.id
  }
  return addBlock(world, Object.assign(block, { content: children.map(({ id }) => id) }))
}

/** Adds blocks to a page. */
function fill({ workspace }: World, pageId: string, blocks: Block[]): void {
  for (const block of blocks) {
    block.parent_id = pageId
    workspace.block[block.id] = block
    workspace.block[pageId]?.content?.push(block.id)
  }
}

function addMarkedRow(world: World, properties: object, fields: object = {}): string {
  const id = addRow(world, { on: [['Yes']], spoiler: [['9']], ...properties }, fields)
  mention(world, id)
  return id
}

function addFile(world: World, name: string): string {
  const source = `attachment:${testId(world.next())}:${name}.txt`
  const bytes = Buffer.from(`text of ${name}`)
  world.assets.set(source, { mediaType: 'text/plain', read: async () => bytes })
  return source
}

/** Titles, texts, values and names of files that are withheld. */
export const spoilerPlantings: Planting[] = [
  [
    'a page with a sign, its text, and every kind of reference to it',
    (world, canary) => {
      const id = addPage(world, `${SIGN} 9 ${canary}`)
      mention(world, id)
      const slug = `${canary}-${id.replaceAll('-', '')}`
      addText(world, { properties: { title: [['see', [['a', `/${slug}`]]]] } })
      addText(world, {
        properties: { title: [['there', [['a', `https://www.notion.so/${slug}`]]]] }
      })
      addBlock(world, record(world.next(), { type: 'alias', format: { alias_pointer: { id } } }))
    }
  ],
  [
    'a page below a page with a sign',
    (world, canary) => {
      const above = addPage(world, `${SIGN} above`)
      const below = addPage(world, canary)
      const { workspace } = world
      workspace.block[workspace.rootPageId]?.content?.pop()
      Object.assign(workspace.block[below] ?? {}, { parent_id: above })
      workspace.block[above]?.content?.push(below)
      mention(world, below)
    }
  ],
  [
    'the title and a child block of a marked row',
    (world, canary) => {
      const line = textBlock(world.next(), canary)
      world.workspace.block[line.id] = line
      line.parent_id = addMarkedRow(world, { title: [[canary]] }, { content: [line.id] })
    }
  ],
  [
    'a value of a marked row, which a board uses as a group',
    (world, canary) => {
      addMarkedRow(world, { title: [['Row']], note: [[canary]] })
      const view = world.workspace.collection_view[testId(503)] as unknown as { format: object }
      const group = { property: 'note', hidden: false, value: { type: 'text', value: canary } }
      Object.assign(view.format, { board_columns: [group] })
    }
  ],
  [
    'an option that only a marked row has',
    (world, canary) => {
      addMarkedRow(world, { title: [['Row']], kinds: [[`Late,${canary}`]] })
      const { schema } = homeOf(world) as { schema: { kinds: { options: object[] } } }
      schema.kinds.options.push({ id: canary, value: canary })
    }
  ],
  [
    'a row that a tag marks',
    (world, canary) => {
      const id = addRow(world, { title: [[canary]], kinds: [['Late']], on: [['Yes']] })
      mention(world, id)
    }
  ],
  [
    'icon and cover of a marked row',
    (world, canary) => {
      const cover = `https://a.example/${canary}.png`
      addMarkedRow(
        world,
        { title: [['Row']] },
        { format: { page_icon: canary, page_cover: cover } }
      )
    }
  ],
  [
    'name and bytes of a file on a marked page',
    (world, canary) => {
      const source = addFile(world, canary)
      const file = record(world.next(), { type: 'file', properties: { source: [[source]] } })
      fill(world, addPage(world, `${SIGN} files`), [file])
    }
  ],
  [
    'a toggle with a sign',
    (world, canary) => {
      const toggle = record(world.next(), {
        type: 'toggle',
        properties: { title: [[`${SIGN} 2: ${canary}`]] }
      })
      addParent(world, toggle, [textBlock(world.next(), canary)])
    }
  ],
  [
    'a toggle heading with a sign, on a page below the root',
    (world, canary) => {
      const line = textBlock(world.next(), canary)
      const heading = record(world.next(), {
        type: 'sub_header',
        properties: { title: [[`${SIGN} ${canary}`]] },
        format: { toggleable: true },
        content: [line.id]
      })
      line.parent_id = heading.id
      world.workspace.block[line.id] = line
      fill(world, addPage(world, 'has a heading'), [heading])
    }
  ],
  [
    'a collection on a marked page: its name, property, option, view and row',
    (world, canary) => {
      const { id, blockId, viewIds } = addCollection(world, [{ type: 'table', name: canary }])
      addRowOf(world, id, canary)
      const property = { name: canary, type: 'select', options: [{ id: 'x', value: canary }] }
      const { schema = {} } = world.workspace.collection[id] ?? {}
      Object.assign(world.workspace.collection[id] ?? {}, {
        name: [[canary]],
        schema: { ...schema, extra: property }
      })
      const { workspace } = world
      workspace.block[workspace.rootPageId]?.content?.pop()
      const block = workspace.block[blockId]
      if (block) fill(world, addPage(world, `${SIGN} things`), [block])
      // A linked view on a public page.
      const linked = record(world.next(), { type: 'collection_view', collection_id: id })
      addBlock(world, Object.assign(linked, { view_ids: viewIds }))
    }
  ],
  [
    'a synced block whose original is on a marked page',
    (world, canary) => {
      const line = textBlock(world.next(), canary)
      const original = record(world.next(), { type: 'transclusion_container', content: [line.id] })
      world.workspace.block[line.id] = Object.assign(line, { parent_id: original.id })
      fill(world, addPage(world, `${SIGN} original`), [original])
      const format = { transclusion_reference_pointer: { id: original.id } }
      addBlock(world, record(world.next(), { type: 'transclusion_reference', format }))
    }
  ],
  [
    'a person whom only a marked page mentions',
    (world, canary) => {
      const id = testId(world.next())
      world.workspace.notion_user[id] = { id, version: 1, given_name: canary } as never
      const line = textBlock(world.next(), '', { properties: { title: [['‣', [['u', id]]]] } })
      fill(world, addPage(world, `${SIGN} people`), [line])
    }
  ]
]

/** Content that was public before it was marked. */
export const formerSpoilers: Planting[] = [
  [
    'a page that gets a sign',
    (world, canary) => {
      const id = addPage(world, `once ${canary}`)
      mention(world, id)
      world.later.push((edit) => edit.setProperty(id, 'title', [[`${SIGN} once ${canary}`]]))
    }
  ],
  [
    'a page that gets a sign after it was renamed',
    (world, canary) => {
      const id = addPage(world, `first ${canary}`)
      world.later.push((edit) => edit.setProperty(id, 'title', [[`${SIGN} 9 renamed`]]))
    }
  ],
  [
    'a row that gets a chapter',
    (world, canary) => {
      const title = [[`once ${canary}`]]
      const id = addRow(world, { title, note: title, on: [['Yes']] })
      mention(world, id)
      world.later.push((edit) => edit.setProperty(id, 'spoiler', [['9']]))
    }
  ],
  [
    'a toggle that gets a sign',
    (world, canary) => {
      const id = world.next()
      const title = `once ${canary}`
      const toggle = record(id, { type: 'toggle', properties: { title: [[title]] } })
      addParent(world, toggle, [textBlock(world.next(), title)])
      const marked: Decoration[] = [[`${SIGN} ${title}`]]
      world.later.push((edit) => edit.setProperty(testId(id), 'title', marked))
    }
  ],
  [
    'a page that gets a sign, in the title of another page and in that of a deleted one',
    (world, canary) => {
      const id = addPage(world, `once ${canary}`)
      const title = [['About '], ['‣', [['p', id]]]] as Decoration[]
      const ids = ['one', 'two', 'three'].map((words) => addPage(world, words))
      const [, renamed = '', deleted = ''] = ids
      for (const each of ids) {
        Object.assign(world.workspace.block[each]?.properties ?? {}, { title })
      }
      world.later.push((edit) => {
        edit.setProperty(id, 'title', [[`${SIGN} 9 once ${canary}`]])
        edit.setText(renamed, 'Another name')
        edit.trash(deleted)
      })
    }
  ],
  [
    'a marked page that was deleted',
    (world, canary) => {
      const id = addPage(world, `${SIGN} ${canary}`)
      world.later.push((edit) => edit.trash(id))
    }
  ]
]
