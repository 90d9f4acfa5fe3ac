import { image, page } from '../../../demo/builder/blocks.ts'
import type { BlockNode } from '../../../demo/builder/block-node.ts'
import { buildWorkspace } from '../../../demo/builder/build-workspace.ts'
import { collection, collectionPage, row } from '../../../demo/builder/collection.ts'
import { recordId } from '../../../demo/builder/record-ids.ts'
import type { WorkspaceFile } from '../../../demo/builder/workspace-file.ts'
import { pageContent } from '../../../demo/generate/page-content.ts'
import { Random } from '../../../demo/generate/random.ts'
import { attachment } from '../../../demo/sample/assets.ts'

/** Numbers of blocks; the pages have about 12 to 100 kB as HTML. */
const calibratedSizes = [1, 5, 10, 20, 30, 45, 60, 90, 150, 250, 350, 450, 600, 900]
export const COLD_PAGES = 40
const HEAVY_PAGES = 30
const HEAVY_BLOCKS = 800
const COLD_BLOCKS = 45
const TABLE_ROWS = 1000
const FILLER_BLOCKS = 8
const FILLERS_PER_SHELF = 100

/** Paths of the pages that have a purpose. */
export const paths = {
  calibrated: calibratedSizes.map((size) => `/size-${size}`),
  cold: numbered(COLD_PAGES).map((at) => `/cold-${at}`),
  heavy: numbered(HEAVY_PAGES).map((at) => `/heavy-${at}`),
  table: '/big-table',
  fillers: (count: number) => numbered(count).map((at) => `/filler-${at}`),
  picture: '/picture'
}

/** A workspace with pages of known purpose and a number of small ones, all mentioning others. */
export function benchWorkspace(fillers: number): WorkspaceFile {
  return buildWorkspace({
    rootPageId: recordId('page:bench'),
    spaceId: recordId('space:bench'),
    accounts: [
      { key: 'ash', name: ['Ash', 'Keeper'], email: 'ash@wiki.example', avatar: '' },
      { key: 'flint', name: ['Flint', 'Keeper'], email: 'flint@wiki.example', avatar: '' }
    ],
    root: page('Bench', {}, [
      ...content('bench', 20),
      ...calibratedSizes.map((size) => filled(`Size ${size}`, size)),
      shelf(
        'Cold pages',
        numbered(COLD_PAGES).map((at) => filled(`Cold ${at}`, COLD_BLOCKS))
      ),
      shelf(
        'Heavy pages',
        numbered(HEAVY_PAGES).map((at) => filled(`Heavy ${at}`, HEAVY_BLOCKS))
      ),
      bigTable(),
      page('Picture', { key: 'Picture' }, [image(attachment('dusk-road.jpg'), 'A road')]),
      ...shelves(fillers)
    ])
  })
}

function numbered(count: number): number[] {
  return Array.from({ length: count }, (_, at) => at)
}

function shelves(fillers: number): BlockNode[] {
  const all = numbered(fillers).map((at) => filled(`Filler ${at}`, FILLER_BLOCKS))
  return numbered(Math.ceil(fillers / FILLERS_PER_SHELF)).map((at) =>
    shelf(`Shelf ${at}`, all.slice(at * FILLERS_PER_SHELF, (at + 1) * FILLERS_PER_SHELF))
  )
}

function shelf(title: string, pages: BlockNode[]): BlockNode {
  return page(title, { key: title }, pages)
}

function filled(title: string, blocks: number): BlockNode {
  return page(title, { key: title }, content(title, blocks))
}

function content(key: string, blocks: number): BlockNode[] {
  const [first = 'Picture', ...others] = calibratedSizes.map((size) => `Size ${size}`)
  const names = {
    pageKeys: [first, ...others] as const,
    accountKeys: ['ash', 'flint'] as const,
    syncedKeys: []
  }
  return pageContent(new Random(`bench:${key}`), names, blocks)
}

function bigTable(): BlockNode {
  const key = 'Big table'
  const random = new Random(key)
  const rows = numbered(TABLE_ROWS).map((index) => {
    const properties = {
      Kind: random.pick(['Material', 'Tool', 'Weapon'] as const),
      Level: random.between(1, 100),
      Notes: random.words(6)
    }
    return row(`Row ${index} ${random.words(2)}`, { properties }, [])
  })
  const input = collection({
    key,
    name: key,
    schema: {
      Kind: { type: 'select', options: { Material: 'brown', Tool: 'gray', Weapon: 'red' } },
      Level: { type: 'number' },
      Notes: { type: 'text' }
    },
    views: [{ type: 'table', name: 'All', show: ['Name', 'Kind', 'Level', 'Notes'] }],
    rows
  })
  return collectionPage(input, {})
}
