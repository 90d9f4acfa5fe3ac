import { bullets, callout, code, h2, image, table, text } from '../../builder/blocks.ts'
import type { Content, RowInput } from '../../builder/block-node.ts'
import { all, collection, row, where } from '../../builder/collection.ts'
import { day, mention } from '../../builder/rich-text.ts'
import { attachment } from '../assets.ts'
import { type Mob, mobList } from './mob-list.ts'

export const mobs = collection({
  key: 'mobs',
  name: 'Mobs',
  icon: '👻',
  titleName: 'Mob',
  schema: {
    Portrait: { type: 'file' },
    Danger: {
      type: 'select',
      options: { Calm: 'green', Wary: 'yellow', Hostile: 'orange', Warden: 'red' }
    },
    Health: { type: 'number' },
    Damage: { type: 'number' },
    Spawns: {
      type: 'multi_select',
      options: { Dusk: 'orange', Night: 'blue', Caves: 'gray', Water: 'purple', Structure: 'brown' }
    },
    Weight: { type: 'number' },
    Boss: { type: 'checkbox' },
    Drops: { type: 'relation', to: 'items', reverse: 'Dropped by' },
    Home: { type: 'relation', to: 'structures', reverse: 'Inhabitants' },
    Aliases: { type: 'text' },
    'First seen': { type: 'date' }
  },
  views: [
    {
      type: 'gallery',
      name: 'Portraits',
      show: ['Mob', 'Danger', 'Health'],
      cover: { property: 'Portrait' }
    },
    {
      type: 'table',
      name: 'Field guide',
      show: ['Mob', 'Danger', 'Health', 'Damage', 'Spawns', 'Weight', 'Boss', 'Drops'],
      sort: [['Health', 'ascending']],
      aggregate: {
        Mob: 'count',
        Health: 'median',
        Damage: 'max',
        Spawns: 'unique',
        Weight: 'average',
        Boss: 'percent_checked',
        Drops: 'count_values'
      },
      isWrapped: false
    },
    {
      type: 'list',
      name: 'Bosses',
      show: ['Mob', 'Health', 'Home'],
      filter: all(where('Boss', 'checkbox_is', true))
    },
    { type: 'board', name: 'By danger', show: ['Mob', 'Health', 'Damage'], groupBy: 'Danger' },
    { type: 'chart', name: 'How dangerous they are', show: ['Mob', 'Danger'], chartBy: 'Danger' }
  ],
  rows: mobList.map(mobRow)
})

function mobRow(it: Mob): RowInput {
  const portrait = portraitOf(it)
  const options = {
    icon: portrait,
    properties: {
      Portrait: [portrait],
      Danger: it.danger,
      Health: it.health,
      Damage: it.damage,
      Spawns: it.spawns,
      Weight: it.weight,
      Boss: it.isBoss ?? false,
      Drops: it.drops.map((title) => `items/${title}`),
      ...(it.aliases && { Aliases: it.aliases }),
      'First seen': day(it.seen)
    }
  }
  return row(it.title, options, mobPage(it))
}

function mobPage(it: Mob): Content {
  return [
    image(portraitOf(it), it.title, 192),
    it.lead.map((parts) => text(...parts)),
    table([
      ['Health', 'Damage', 'Spawn weight', 'Appears'],
      [
        `${it.health} (${it.health / 2} hearts)`,
        String(it.damage),
        String(it.weight),
        it.spawns.join(', ')
      ]
    ]),
    h2('Behaviour'),
    bullets(...it.behaviour),
    h2('Drops'),
    it.drops.length > 0
      ? bullets(...it.drops.map((title) => [mention(`items/${title}`)]))
      : text('Nothing. It has nothing to give.'),
    h2('How to seal it'),
    bullets(...it.tips),
    ...(it.more ?? []),
    callout('🔧', 'Operators can call one to test a build. It does not count for grades.'),
    code('mcfunction', `/function hollow:summon/${it.id}`)
  ]
}

function portraitOf(it: Mob): string {
  return attachment(`mob-${it.id.replaceAll('_', '-')}.png`)
}
