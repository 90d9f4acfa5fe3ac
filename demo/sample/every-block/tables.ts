import {
  bullets,
  code,
  h2,
  h3,
  linkToPage,
  page,
  table,
  text,
  toggle
} from '../../builder/blocks.ts'
import type { BlockNode } from '../../builder/block-node.ts'
import { bold, colored, link, mention } from '../../builder/rich-text.ts'
import { block, tableOf, tabs } from '../../builder/text-blocks.ts'

/** Tables, tabs, links to pages, and blocks that only work in the workspace. */
export function tablesAndTabs(): BlockNode {
  return page('Tables and Tabs', { icon: '🗂️' }, [
    { type: 'breadcrumb' },
    h2('Tables'),
    table([
      ['Lamp', 'Oil'],
      ['Hand lantern', '4'],
      ['Shrine', '–']
    ]),
    tableOf({
      hasHeaderRow: true,
      hasHeaderColumn: true,
      widths: [160, 120, 220],
      columnColors: { 1: 'yellow_background' },
      rowColors: { 2: 'red' },
      rows: [
        ['Grade', 'Seconds', 'Said by'],
        ['Wick', '2', mention('mobs/Bell Warden')],
        ['Flame', '1.5', [...bold('everyone'), ...colored('blue', ' at once')]],
        ['Vigil', '0.5', '']
      ]
    }),
    tableOf({ rows: [['No header', 'at all']] }),
    h2('Tabs'),
    tabs(
      [
        'By hand',
        [text('Put the file into the folder.'), ...bullets('datapacks', 'not resourcepacks')]
      ],
      ['On a server', [code('Bash', 'cp hollow.zip world/datapacks/')]],
      ['', [text('There is no third way.')]]
    ),
    h2('Ways'),
    linkToPage('Wiki/Glossary'),
    block('button', ['Ring the bell']),
    block('button', [link('https://chat.example/hollow-lantern', 'Join the evening')]),
    h2('Only in the workspace'),
    block('form', ['Tell us of a shrine']),
    block(
      'transcription',
      ['Council of the keepers'],
      h3('Summary'),
      text('The east road is lit first, and oil is shared until the moths are back.'),
      toggle('Transcript', [text('Bellows: who carries the first flask?')])
    ),
    {
      ...block('ai_block', ['Sum up the last evening']),
      format: { uri: 'https://packs.example/ai' }
    }
  ])
}
