import type { BlockNode, CollectionInput } from '../../../demo/builder/block-node.ts'
import {
  bullet,
  callout,
  equation,
  h2,
  page,
  tableOfContents,
  text,
  todo,
  toggle
} from '../../../demo/builder/blocks.ts'
import { buildWorkspace } from '../../../demo/builder/build-workspace.ts'
import { collection, inlineCollection, row } from '../../../demo/builder/collection.ts'
import { days, formula, link, mono } from '../../../demo/builder/rich-text.ts'
import { block, tableOf } from '../../../demo/builder/text-blocks.ts'
import type { ViewInput } from '../../../demo/builder/view-input.ts'
import type { WorkspaceFile } from '../../../demo/builder/workspace-file.ts'
import { ROOT_ID, testId } from '../../support/workspaces/records.ts'

/** A title without a place to break. */
const unbroken = 'Lampoilwick'.repeat(150)
/** A command whose signs are places to break, and the words that it consists of. */
export const command = '/execute as @e[type=marker] at @s run data/hollow:oil-lamp/refill'

const columns = ['Summary', 'Window', 'Stage', 'Notes'] as const

/** Widths of the columns of `/tables`, in pixels, and of its simple table. */
export const widths = { Plan: 300, Summary: 420, Window: 110, Stage: 90, Notes: 180 }
export const simpleWidths = [200, 90, 500]

/** Pages that are hard to fit into a phone's screen. */
export function awkwardWorkspace(): WorkspaceFile {
  return buildWorkspace({
    rootPageId: ROOT_ID,
    spaceId: testId(0),
    accounts: [{ key: 'wiki', name: ['Wiki', ''], email: 'wiki@wiki.example', avatar: '' }],
    root: page('Home', {}, [
      page('', { key: 'untitled' }, [text('A page without a title.'), page('Below', {}, [])]),
      page(unbroken, { key: 'unbroken' }, [page('Under', {}, [text('Its way is long.')])]),
      page('Depths', {}, depths()),
      page('Commands', {}, [h2('At dusk'), text('Type ', mono(command), ' before dusk.')]),
      page('Formulas', {}, formulas()),
      page('Tables', {}, tables()),
      page('Words', {}, words()),
      page('Kinds', {}, [inlineCollection(kinds())]),
      page('Gallery', {}, [inlineCollection(plans('gallery', [galleryView]))]),
      page('Times', {}, [inlineCollection(plans('times', [timeline, galleryView]))])
    ])
  })
}

function depths(): BlockNode[] {
  const levels = Array.from({ length: 40 }, (_, index) => `level ${index}`)
  const nest = (wrap: (name: string, inside: BlockNode[]) => BlockNode) =>
    levels.reduceRight<BlockNode[]>(
      (inside, name) => [wrap(name, inside)],
      [text('the deepest text')]
    )
  return [
    ...nest((name, inside) => toggle(name, inside)),
    ...nest((name, inside) => bullet([name], ...inside)),
    ...nest((name, inside) => block('quote', [name], ...inside)),
    ...nest((name, inside) => callout('🏮', name, ...inside)),
    ...nest((name, inside) => ({ ...todo(false, name), content: inside })),
    ...nest((name, inside) => block('text', [name], ...inside))
  ]
}

function formulas(): BlockNode[] {
  const long = Array.from({ length: 30 }, (_, index) => `x_{${index}}`).join(' + ')
  return [
    text('Oil is ', formula('E = mc^2'), ' and ', formula(long), '.'),
    equation(String.raw`\mathbb{R} = \sqrt{\frac{a}{b}} + ${long}`)
  ]
}

/** Blocks that are as wide as their text, and a table whose heads are longer than a column is wide. */
function words(): BlockNode[] {
  const head = 'What happens to the wick when two lamps are lit in the same night'
  return [
    tableOfContents(),
    h2(unbroken),
    block('button', [unbroken]),
    tableOf({
      hasHeaderRow: true,
      rows: [
        [head, link('https://lamps.example', unbroken), head],
        ['It burns', '2', '3']
      ]
    })
  ]
}

function tables(): BlockNode[] {
  const views: ViewInput[] = [
    { type: 'table', name: 'Sized', show: ['Plan', ...columns], widths },
    { type: 'board', name: 'Columns', show: ['Plan'], groupBy: 'Stage' }
  ]
  return [
    inlineCollection(plans('sized', views)),
    inlineCollection({ ...plans('none', views), rows: [] }),
    tableOf({
      hasHeaderRow: true,
      widths: simpleWidths,
      rows: [
        ['Grade', 'Seconds', 'Said by'],
        ['Wick', '2', unbroken]
      ]
    })
  ]
}

/** A lamp with tags that are longer than a column is wide. */
function kinds(): CollectionInput {
  const show = ['Lamp', 'Kinds', 'Home']
  const options = {
    Storm: 'blue',
    'For the long winter nights': 'red',
    [unbroken.slice(0, 88)]: 'gray'
  } as const
  return collection({
    key: 'kinds',
    name: 'Kinds',
    titleName: 'Lamp',
    schema: { Kinds: { type: 'multi_select', options }, Home: { type: 'url' } },
    views: [
      { type: 'table', name: 'Wrapped', show },
      { type: 'table', name: 'Cut', show, isWrapped: false },
      { type: 'list', name: 'Listed', show }
    ],
    rows: [
      row(
        'Bridge lamp',
        { properties: { Kinds: Object.keys(options), Home: `https://lamps.example/${unbroken}` } },
        []
      )
    ]
  })
}

const galleryView: ViewInput = {
  type: 'gallery',
  name: 'Cards',
  show: ['Plan'],
  cover: 'page_cover'
}
const timeline: ViewInput = { type: 'timeline', name: 'When', show: ['Plan'], dateBy: 'Window' }

function plans(key: string, views: ViewInput[]): CollectionInput {
  return collection({
    key,
    name: key,
    titleName: 'Plan',
    schema: {
      Summary: { type: 'text' },
      Window: { type: 'date' },
      Stage: { type: 'select', options: { 'To be lit': 'gray', Burning: 'orange' } },
      Notes: { type: 'text' }
    },
    views,
    rows: [
      row('Light the east road', { properties: plan('Burning') }, []),
      row(
        '',
        {
          key: `${key}/none`,
          cover: 'https://pictures.example/lost.png',
          properties: plan('To be lit')
        },
        []
      ),
      row(unbroken, { key: `${key}/unbroken`, properties: plan('Burning') }, [])
    ]
  })
}

const plan = (stage: string) => ({
  Summary: 'A lamp every twenty-two blocks, from the bridge outwards, and none in the wood',
  Window: days('2026-03-01', '2027-11-30'),
  Stage: stage,
  Notes: unbroken
})
