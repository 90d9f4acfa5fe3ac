import type { Decoration } from 'notion-types'

import {
  bullets,
  callout,
  code,
  divider,
  h1,
  h2,
  h3,
  page,
  table,
  tableOfContents,
  text
} from '../../builder/blocks.ts'
import type { BlockNode, Content, RowInput } from '../../builder/block-node.ts'
import { all, collection, row, where } from '../../builder/collection.ts'
import { bold, mention, mono, pageLink } from '../../builder/rich-text.ts'
import { type Command, categories } from './command.ts'
import { commandList } from './command-list.ts'

export const commands = collection({
  key: 'commands',
  name: 'Commands',
  icon: '⌨️',
  titleName: 'What it does',
  schema: {
    Command: { type: 'text' },
    Category: { type: 'select', options: categories },
    'Permission level': { type: 'number' },
    'Works without cheats': { type: 'checkbox' },
    Since: { type: 'text' }
  },
  views: [
    {
      type: 'table',
      name: 'All commands',
      show: ['What it does', 'Command', 'Category', 'Permission level', 'Since'],
      sort: [
        ['Category', 'ascending'],
        ['What it does', 'ascending']
      ]
    },
    {
      type: 'table',
      name: 'For every player',
      show: ['What it does', 'Command'],
      filter: all(where('Works without cheats', 'checkbox_is', true))
    },
    {
      type: 'list',
      name: 'By category',
      show: ['What it does', 'Command'],
      groupBy: 'Category'
    }
  ],
  rows: commandList.map(commandRow)
})

/** All commands on one page, for searching with the browser. */
export function commandReference(): BlockNode {
  return page('Command Reference', { icon: '📖' }, [
    text(
      'All commands of Hollow Lantern 1.4 on one page. The same commands with filters are in ',
      mention('commands'),
      '.'
    ),
    callout('🔑', [
      'Commands that start with ',
      mono('/trigger'),
      ' are for everyone. All others need permission level 2, as operators and command blocks have.'
    ]),
    tableOfContents(),
    h1('Reading an entry'),
    text('Values in braces are macro arguments. They are not optional, and their order is free.'),
    code('mcfunction', '/function hollow:oil/set {amount:50}'),
    text('To run a command for somebody else, put ', mono('execute as'), ' before it:'),
    code('mcfunction', '/execute as @p run function hollow:oil/refill'),
    ...Object.keys(categories).map(chapter),
    divider(),
    h1('Scores'),
    table([
      ['Objective', 'Holds', 'May be written'],
      [[[`hollow.oil`, [['c']]]], 'Oil, 0–150', 'yes'],
      [[[`hollow.grade`, [['c']]]], 'Grade, 1–5', 'by command only'],
      [[[`hollow.sealed`, [['c']]]], 'Sealed hollows', 'by command only'],
      [[[`hollow.gsod`, [['c']]]], 'Hollows sealed with the sword', 'yes'],
      [[[`hollow.empty_house`, [['c']]]], 'Nights in the empty house', 'please do not']
    ])
  ])
}

function chapter(category: string): BlockNode[] {
  const entries = commandList.filter((it) => it.category === category)
  return [
    h1(category),
    text(entries.length === 1 ? 'One command.' : `${entries.length} commands.`),
    ...entries.flatMap(entry)
  ]
}

function entry(it: Command): BlockNode[] {
  return [
    h2(it.title),
    text(it.does, ' ', pageLink(`commands/${it.title}`, 'Page of this command')),
    code('mcfunction', it.command),
    ...bullets(...it.details),
    ...(it.example ? [h3('Example'), code('mcfunction', it.example)] : [])
  ]
}

function commandRow(it: Command): RowInput {
  const options = {
    icon: it.level === 0 ? '🗨️' : '⌨️',
    properties: {
      Command: [[it.command, [['c']]]] satisfies Decoration[],
      Category: it.category,
      'Permission level': it.level,
      'Works without cheats': it.level === 0,
      Since: it.since
    }
  }
  return row(it.title, options, commandPage(it))
}

function commandPage(it: Command): Content {
  return [
    text(it.does),
    code('mcfunction', it.command),
    h2('Details'),
    bullets(
      ...it.details,
      it.level === 0
        ? 'Everyone may run it, also without cheats.'
        : 'Needs permission level 2 (operators, command blocks, functions).'
    ),
    it.example ? [h2('Example'), code('mcfunction', it.example)] : [],
    text(bold('Since'), ` ${it.since}. All others: `, mention('Wiki/Command Reference'), '.')
  ]
}
