import {
  bullet,
  bullets,
  callout,
  code,
  columns,
  divider,
  equation,
  h1,
  h2,
  numbered,
  page,
  quote,
  step,
  table,
  tableOfContents,
  text,
  todo,
  toggle
} from '../../../demo/builder/blocks.ts'
import type { BlockNode } from '../../../demo/builder/block-node.ts'
import { buildWorkspace } from '../../../demo/builder/build-workspace.ts'
import { collection, collectionPage, row } from '../../../demo/builder/collection.ts'
import { pageId } from '../../../demo/builder/record-ids.ts'
import { bold, formula, italic, link, mono } from '../../../demo/builder/rich-text.ts'
import type { WorkspaceFile } from '../../../demo/builder/workspace-file.ts'
import { ROOT_ID, testId } from '../../support/workspaces/records.ts'

const MIXED_SECTIONS = 8
/** About 20 kB of HTML. */
const ARTICLE_SECTIONS = 4
const TABLE_ROWS = 1000

/** Number of blocks of the pages with long lists. */
export const listSizes = [1000, 2000, 3000, 4000]

export const mixedTitle = 'Mixed'
export const articleTitle = 'Article'
export const tableTitle = 'Rows'
export const listTitle = (blocks: number) => `Lists of ${blocks}`

/** The id of a page of this workspace. */
export const idOf = (title: string) => pageId(title)

/**
 * The rendered pages: one with all kinds of blocks, some with long lists, and one with a large
 * table.
 */
export function renderWorkspace(): WorkspaceFile {
  const article = sectionsPage(articleTitle, ARTICLE_SECTIONS)
  const mixed = sectionsPage(mixedTitle, MIXED_SECTIONS)
  const pages = [mixed, article, ...listSizes.map(listPage), rowsPage()]
  return buildWorkspace({
    rootPageId: ROOT_ID,
    spaceId: testId(0),
    accounts: [{ key: 'wiki', name: ['Wiki', ''], email: 'wiki@wiki.example', avatar: '' }],
    root: page('Home', {}, pages)
  })
}

/** A page with 25 blocks in each section. */
function sectionsPage(title: string, count: number): BlockNode {
  const sections = Array.from({ length: count }, (_, index) => mixedSection(index))
  return page(title, {}, [tableOfContents(), ...sections])
}

function mixedSection(index: number): BlockNode[] {
  return [
    h1(`Section ${index}`),
    text('A lantern burns ', bold('oil'), ' and ', italic('patience'), `, ${sentence(index)}`),
    text('See ', link('https://wiki.example/oil', 'how oil is pressed'), ' and ', mono('/reload')),
    h2(`What ${index} needs`),
    ...bullets(['Oil from ', mono('hollow:slime')], sentence(index), [bold('Wick')]),
    bullet(['Glass'], ...bullets('Clear', 'Tinted')),
    ...numbered('Press', 'Filter', 'Burn'),
    callout('🏮', `Note ${index}: ${sentence(index)}`, text('It burns in the rain.')),
    quote(sentence(index + 1)),
    code('javascript', `const flame = ${index}\nif (flame > 3) burn(flame, "${index}")`),
    equation(`E_{${index}} = \\frac{1}{2} m v^2`),
    text('Heat is ', formula(`q_{${index}} = m c \\Delta T`), ' each second.'),
    todo(index % 2 === 0, 'Fill the lamp'),
    toggle(`More of ${index}`, [text(sentence(index))]),
    columns([text('Left')], [text('Right')]),
    table([
      ['Oil', 'Time'],
      ['Fish', `${index} min`]
    ]),
    divider()
  ].flat()
}

function listPage(blocks: number): BlockNode {
  const items = Array.from({ length: blocks / 2 }, (_, index) => index)
  return page(listTitle(blocks), {}, [
    ...items.map((index) => bullet([`Item ${index}: ${sentence(index)}`])),
    ...items.map((index) => step([`Step ${index}: ${sentence(index)}`]))
  ])
}

function rowsPage(): BlockNode {
  const show = ['Rank', 'Grade', 'Tags', 'Since', 'Known', 'Place']
  const rows = collection({
    key: tableTitle,
    name: tableTitle,
    schema: {
      Rank: { type: 'number' },
      Grade: { type: 'select', options: { Ember: 'red', Wick: 'blue' } },
      Tags: { type: 'multi_select', options: { fire: 'orange', air: 'gray' } },
      Since: { type: 'date' },
      Known: { type: 'checkbox' },
      Place: { type: 'text' }
    },
    views: [{ type: 'table', name: 'All', show }],
    rows: Array.from({ length: TABLE_ROWS }, (_, index) => rowOf(index))
  })
  return collectionPage(rows, {})
}

function rowOf(index: number) {
  const properties = {
    Rank: index,
    Grade: index % 2 === 0 ? 'Ember' : 'Wick',
    Tags: ['fire', 'air'],
    Since: { type: 'date' as const, start_date: `20${10 + (index % 15)}-03-${10 + (index % 18)}` },
    Known: index % 3 === 0,
    Place: sentence(index)
  }
  return row(`Row ${index}`, { properties }, [])
}

function sentence(index: number): string {
  const words = [
    'the',
    'bearer',
    'walks',
    'at',
    'dusk',
    'with',
    'a',
    'lamp',
    'of',
    'quiet',
    'glass'
  ]
  return Array.from({ length: 12 }, (_, at) => words[(index * 7 + at * 3) % words.length]).join(' ')
}
