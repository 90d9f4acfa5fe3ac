import {
  bullets,
  callout,
  divider,
  file,
  h1,
  h2,
  h3,
  page,
  table,
  text
} from '../builder/blocks.ts'
import type { BlockNode, RowInput } from '../builder/block-node.ts'
import { all, collection, row, where } from '../builder/collection.ts'
import { at, bold, mention, mentionDate, mono } from '../builder/rich-text.ts'
import { attachment } from './assets.ts'
import { releaseList } from './release-list.ts'
import type { Release } from './release-list.ts'

const CURRENT = '1.4.1'

export const releases = collection({
  key: 'releases',
  name: 'Releases',
  icon: '📦',
  titleName: 'Version',
  schema: {
    Released: { type: 'date' },
    Channel: { type: 'select', options: { Stable: 'green', Preview: 'orange' } },
    Support: {
      type: 'status',
      groups: {
        'To-do': { Retired: 'gray' },
        'In progress': { 'Fixes only': 'blue' },
        Complete: { Current: 'green' }
      }
    },
    'Game versions': {
      type: 'multi_select',
      options: {
        '1.21.1': 'gray',
        '1.21.4': 'brown',
        '1.21.5': 'yellow',
        '1.21.6': 'blue',
        '1.21.8': 'green'
      }
    },
    'Size in kB': { type: 'number', format: 'number_with_commas' },
    Downloads: { type: 'number', format: 'number_with_commas' },
    File: { type: 'file' },
    Mirror: { type: 'url' },
    Slug: { type: 'text' }
  },
  views: [
    {
      type: 'table',
      name: 'All releases',
      show: ['Version', 'Released', 'Game versions', 'Support', 'File', 'Size in kB', 'Downloads'],
      sort: [['Released', 'descending']]
    },
    {
      type: 'list',
      name: 'Stable only',
      show: ['Version', 'Released', 'Game versions'],
      filter: all(where('Channel', 'enum_is', 'Stable')),
      sort: [['Released', 'descending']]
    },
    {
      type: 'board',
      name: 'Support',
      show: ['Version', 'Released'],
      groupBy: 'Support'
    }
  ],
  rows: releaseList.map(releaseRow)
})

/** The changes of every release, newest first. */
export function changelog(): BlockNode {
  return page('Changelog', { icon: '🧾' }, [
    text(
      'Every release, newest first. Downloads are on ',
      mention('Download'),
      '; what comes next is on ',
      mention('Next'),
      '.'
    ),
    ...releaseList.flatMap((it) => [
      h1(it.version),
      text(mentionDate({ type: 'date', start_date: it.date }), '. ', it.summary),
      ...changes(it),
      divider()
    ])
  ])
}

function releaseRow(it: Release): RowInput {
  const isCurrent = it.version === CURRENT
  const options = {
    icon: it.channel === 'Preview' ? '🧪' : '📦',
    properties: {
      Released: isCurrent ? at(it.date, '18:00') : { type: 'date' as const, start_date: it.date },
      Channel: it.channel,
      Support: it.support,
      'Game versions': it.games,
      'Size in kB': it.kilobytes,
      Downloads: it.downloads,
      ...(isCurrent && { File: [attachment('hollow.zip')] }),
      Mirror: `https://packs.example/hollow-lantern/${it.version}`,
      Slug: `release-${it.version.replaceAll('.', '-')}`
    }
  }
  return row(it.version, options, [
    text(it.summary),
    isCurrent ? file(attachment('hollow.zip'), { name: 'hollow.zip', size: '0.6KB' }) : [],
    table([
      ['Game versions', 'Size', 'Channel'],
      [it.games.join(', '), `${it.kilobytes} kB`, it.channel]
    ]),
    ...changes(it),
    h2('Updating'),
    callout('💾', [
      'Make a copy of your world, replace ',
      mono('hollow.zip'),
      ' and run ',
      mono('/reload'),
      '. Settings and grades stay.'
    ]),
    text(bold('All versions: '), mention('Changelog'), '.')
  ])
}

function changes(it: Release): BlockNode[] {
  return [
    h3('Added'),
    ...bullets(...it.added),
    h3('Changed'),
    ...bullets(...it.changed),
    h3('Fixed'),
    ...bullets(...it.fixed)
  ]
}
