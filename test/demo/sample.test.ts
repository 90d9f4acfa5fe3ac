import type { Block, Decoration } from 'notion-types'
import sharp from 'sharp'
import { expect, test } from 'vitest'

import { sampleAssets, sampleWorkspace } from '../../demo/sample/sample.ts'
import { SAMPLE_ROOT_PAGE_ID } from '../../demo/sample/sample-root.ts'
import config from '../../site.config.ts'
import { blockReferences, isPage } from '../../site/notion/blocks/block-references.ts'
import { undashId } from '../../site/notion/blocks/notion-id.ts'
import { marksOf } from '../../site/notion/text/rich-text.ts'

const workspace = sampleWorkspace()
const blocks = Object.values(workspace.block)
const pages = blocks.filter(isPage)
const rows = blocks.filter((block) => block.parent_table === 'collection')
const views = Object.values(workspace.collection_view)

test('the sample has at least sixty pages on at least four levels', () => {
  const levels = pages.filter(isBelowRoot).map((page) => levelOf(page))

  expect(levels.length).toBeGreaterThanOrEqual(60)
  expect(Math.max(...levels)).toBeGreaterThanOrEqual(4)
})

test('two pages need a second chunk, one of them a third', () => {
  const sizes = pages.map((page) => blocksOnPage(page)).filter((size) => size > 100)

  expect(sizes.length).toBeGreaterThanOrEqual(2)
  expect(Math.max(...sizes)).toBeGreaterThan(200)
})

test('every page except the largest fits into one chunk', () => {
  const large = pages.filter((page) => blocksOnPage(page) > 100)
  expect(large.length).toBeLessThan(pages.length / 10)
})

test('each call returns equal but independent records', () => {
  const first = sampleWorkspace()
  expect(first).toEqual(sampleWorkspace())

  delete first.block[SAMPLE_ROOT_PAGE_ID]
  expect(sampleWorkspace().block).toHaveProperty(SAMPLE_ROOT_PAGE_ID)
})

test('every record has a unique dashed UUID as its id and key', () => {
  const tables = [
    workspace.block,
    workspace.collection,
    workspace.collection_view,
    workspace.notion_user
  ]
  const ids = tables.flatMap((table) => Object.keys(table))

  for (const table of tables) {
    for (const [id, record] of Object.entries(table)) expect(record.id).toBe(id)
  }
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.filter((id) => !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id))).toEqual([])
})

test('every child block exists and has the right parent', () => {
  for (const block of blocks) {
    for (const id of block.content ?? []) {
      expect(workspace.block[id]).toMatchObject({ parent_id: block.id, parent_table: 'block' })
    }
  }
})

test('the parent of every record exists in the table it names', () => {
  const parents: Record<string, object> = {
    block: workspace.block,
    collection: workspace.collection,
    space: { [workspace.spaceId]: {} }
  }
  const records = [...blocks, ...Object.values(workspace.collection), ...views]

  for (const record of records) {
    expect(parents[record.parent_table], record.id).toHaveProperty(record.parent_id)
  }
  expect(workspace.block[SAMPLE_ROOT_PAGE_ID]?.parent_table).toBe('space')
})

test("every child block is listed once in its parent's content", () => {
  const listed = blocks.flatMap((block) => block.content ?? [])
  const children = blocks.filter((block) => block.parent_table === 'block')

  expect(listed.toSorted()).toEqual(children.map((block) => block.id).toSorted())
})

test('all mentions, relations, links, synced originals, aliases, collections, views and users exist', () => {
  for (const block of blocks) {
    const names = blockReferences(block)
    for (const id of [...names.pages, ...names.originals])
      expect(workspace.block).toHaveProperty(id)
    for (const id of names.viewIds) expect(workspace.collection_view).toHaveProperty(id)
    for (const id of names.userIds) expect(workspace.notion_user).toHaveProperty(id)
    if (names.collectionId) expect(workspace.collection).toHaveProperty(names.collectionId)
  }
})

test('relations exist on both sides', () => {
  let ends = 0
  for (const row of rows) {
    for (const [propertyId, schema] of Object.entries(schemaOf(row))) {
      if (!('property' in schema)) continue
      for (const target of marksOf(textOf(row, propertyId), 'p').map(String)) {
        const back = textOf(workspace.block[target], String(schema.property))
        expect(marksOf(back, 'p')).toContain(row.id)
        ends += 1
      }
    }
  }
  expect(ends).toBeGreaterThan(50)
})

test('every property of a row is in the schema of its collection', () => {
  for (const row of rows) {
    const known = Object.keys(schemaOf(row))
    expect(known).toEqual(expect.arrayContaining(Object.keys(row.properties ?? {})))
  }
})

test('the collections have every type of view and property that the site supports', () => {
  const types = Object.values(workspace.collection).flatMap((collection) =>
    Object.values(collection.schema).map((property) => property.type)
  )
  expect(new Set(views.map((view) => view.type))).toEqual(
    new Set('table gallery list board calendar timeline chart map feed form dashboard'.split(' '))
  )
  const shown =
    'title text number select multi_select status checkbox date url email phone_number person file relation rollup formula created_time created_by last_edited_time last_edited_by auto_increment_id verification place button'
  expect([...new Set(types)].toSorted()).toEqual(shown.split(' ').toSorted())
})

test('dates include days, ranges, instants and time spans with a time zone', () => {
  const dates = rows.flatMap((row) =>
    Object.keys(schemaOf(row)).flatMap((id) => marksOf(textOf(row, id), 'd'))
  )
  for (const type of ['date', 'daterange', 'datetime', 'datetimerange']) {
    expect(dates).toContainEqual(expect.objectContaining({ type }))
  }
  expect(dates).toContainEqual(expect.objectContaining({ time_zone: 'Asia/Tokyo' }))
})

test('pages are created before they are edited, and edited no earlier than their blocks', () => {
  const range = [Date.UTC(2025, 0, 1), Date.UTC(2027, 0, 1)] as const
  for (const block of blocks) {
    const { created_time: created, last_edited_time: edited } = block
    expect(created).toBeGreaterThanOrEqual(range[0])
    expect(edited).toBeGreaterThanOrEqual(created)
    expect(edited).toBeLessThan(range[1])
    expect(holderOf(block)?.last_edited_time ?? edited).toBeGreaterThanOrEqual(edited)
  }
})

test('one page has a Slug property that differs from its title, and two pages share a title', () => {
  const slugs = rows.flatMap((row) => {
    const id = Object.entries(schemaOf(row)).find(([, schema]) => schema.name === 'Slug')?.[0]
    const slug = id && textOf(row, id)?.[0]?.[0]
    return slug ? [{ slug, title: titleOf(row) }] : []
  })
  expect(slugs.length).toBeGreaterThan(0)
  for (const { slug, title } of slugs) expect(slug).not.toBe(title)
  expect(pages.filter((page) => titleOf(page) === 'Ember')).toHaveLength(2)
})

test.each(['Éclipse à deux', 'Фонарь путника', 'โคมลอย', 'ﾎﾀﾙﾋﾞ', '虚灯とは', '🌒'])(
  'a page has the title %s',
  (title) => {
    expect(pages.filter((page) => titleOf(page) === title)).toHaveLength(1)
  }
)

test('some pages are reachable only by mention', () => {
  const beside = pages.filter((page) => !isBelowRoot(page))
  const mentioned = new Set(
    blocks.filter(isBelowRoot).flatMap((block) => blockReferences(block).pages)
  )
  expect(beside.length).toBeGreaterThan(0)
  expect(beside.some((page) => mentioned.has(page.id))).toBe(true)
})

test('every file in records and accounts exists', () => {
  const addresses = sourceAddresses()

  expect(addresses.size).toBeGreaterThanOrEqual(25)
  expect([...addresses].filter((address) => !sampleAssets.has(address))).toEqual([])
  expect([...sampleAssets.keys()].filter((address) => !addresses.has(address))).toEqual([])
})

test('all images decode, are small, and have less than a megabyte in total', async () => {
  let total = 0
  for (const [address, asset] of sampleAssets) {
    const bytes = await asset.read()
    total += bytes.length
    expect(bytes.length, address).toBeLessThan(40_000)
    if (!asset.mediaType.startsWith('image/')) continue
    const { info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
    expect(Math.min(info.width, info.height), address).toBeGreaterThanOrEqual(64)
  }
  expect(total).toBeLessThan(1_000_000)
})

test('the shipped configuration refers only to pages of the sample', () => {
  const named = [
    config.rootNotionPageId,
    ...Object.values(config.pageUrlOverrides),
    ...config.navigationLinks.flatMap((link) => ('pageId' in link ? [link.pageId] : []))
  ]
  expect(named).toHaveLength(9)
  for (const id of named) expect(pages.map((page) => page.id)).toContain(id)
})

test.each([
  ['/149719398400', '149719398400'],
  ['/did-you-know', 'Did you know'],
  ['/next', 'Next'],
  ['/gsod', 'Grand Sword of Dusk'],
  ['/harten', 'Harten']
] as const)('%s is the path of the page %s', (path, title) => {
  const page = workspace.block[config.pageUrlOverrides[path]]
  expect(page && titleOf(page)).toBe(title)
})

test("pasted links to pages have Notion's relative form", () => {
  const links = blocks.flatMap((block) =>
    Object.values((block.properties ?? {}) as Record<string, Decoration[]>).flatMap((text) =>
      marksOf(text, 'a').map(String)
    )
  )
  const ids = new Set(blocks.map((block) => `/${undashId(block.id)}`))
  const relative = links.filter((address) => /^\/[0-9a-f]{32}$/.test(address))
  expect(relative.length).toBeGreaterThan(0)
  expect(relative.filter((address) => !ids.has(address))).toEqual([])
})

function titleOf(page: Block): string | undefined {
  return textOf(page, 'title')?.[0]?.[0]
}

function textOf(block: Block | undefined, propertyId: string): Decoration[] | undefined {
  return block?.properties?.[propertyId]
}

function schemaOf(row: Block) {
  return workspace.collection[row.parent_id]?.schema ?? {}
}

function parentOf(block: Block): Block | undefined {
  const owner = workspace.collection[block.parent_id]
  return workspace.block[owner?.parent_id ?? block.parent_id]
}

function holderOf(block: Block): Block | undefined {
  const parent = parentOf(block)
  if (isPage(block)) return undefined
  return parent && !isPage(parent) ? holderOf(parent) : parent
}

/** Nesting level of a page; the root has level 1. */
function levelOf(block: Block): number {
  const parent = parentOf(block)
  return (isPage(block) ? 1 : 0) + (parent ? levelOf(parent) : 0)
}

function isBelowRoot(block: Block): boolean {
  if (block.id === SAMPLE_ROOT_PAGE_ID) return true
  const parent = parentOf(block)
  return parent ? isBelowRoot(parent) : false
}

function blocksOnPage(page: Block): number {
  return blocks.filter((block) => holderOf(block)?.id === page.id).length
}

/** All URLs of files of the workspace in the records. */
function sourceAddresses(): Set<string> {
  const addresses = new Set<string>()
  JSON.stringify([workspace.block, workspace.collection, workspace.notion_user], (_key, value) => {
    const isFile =
      typeof value === 'string' && /^(attachment:|notion:|\/images\/|\/icons\/)/.test(value)
    if (isFile) addresses.add(value)
    return value
  })
  return addresses
}
