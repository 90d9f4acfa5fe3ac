import {
  bullets,
  callout,
  code,
  h2,
  image,
  numbered,
  table,
  text
} from '../../../builder/blocks.ts'
import type { Content, RowInput } from '../../../builder/block-node.ts'
import { all, collection, row, where } from '../../../builder/collection.ts'
import { day, mono } from '../../../builder/rich-text.ts'
import { attachment } from '../../assets.ts'
import type { Item } from './item.ts'
import { materialItems } from './material-items.ts'
import { toolItems } from './tool-items.ts'

export const items = collection({
  key: 'items',
  name: 'Items',
  icon: '🎒',
  titleName: 'Item',
  schema: {
    Texture: { type: 'file' },
    Rarity: {
      type: 'select',
      options: { Common: 'default', Uncommon: 'green', Rare: 'blue', Relic: 'purple' }
    },
    Kind: {
      type: 'select',
      options: {
        Material: 'brown',
        Tool: 'gray',
        Weapon: 'red',
        Consumable: 'yellow',
        Ornament: 'pink'
      }
    },
    'Obtained from': {
      type: 'multi_select',
      options: {
        'Mob drop': 'red',
        Chest: 'orange',
        Crafting: 'brown',
        Trade: 'green',
        Sealing: 'purple'
      }
    },
    'Drop rate': { type: 'number', format: 'percent' },
    Stack: { type: 'number' },
    'Model data': { type: 'number' },
    Teaches: { type: 'relation', to: 'techniques', reverse: 'Materials' },
    'Dropped by': { type: 'relation', to: 'mobs', reverse: 'Drops' },
    Aliases: { type: 'text' },
    Added: { type: 'date' },
    Slug: { type: 'text' }
  },
  views: [
    {
      type: 'gallery',
      name: 'Textures',
      show: ['Item', 'Rarity', 'Kind'],
      cover: { property: 'Texture' },
      sort: [['Model data', 'ascending']]
    },
    {
      type: 'table',
      name: 'All items',
      show: ['Item', 'Rarity', 'Kind', 'Obtained from', 'Drop rate', 'Stack', 'Teaches'],
      sort: [['Item', 'ascending']]
    },
    {
      type: 'table',
      name: 'Drops worth hunting',
      show: ['Item', 'Drop rate', 'Dropped by', 'Rarity'],
      filter: all(
        where('Obtained from', 'enum_contains', 'Mob drop'),
        where('Drop rate', 'number_less_than', 0.3)
      ),
      sort: [['Drop rate', 'descending']]
    },
    {
      type: 'board',
      name: 'By rarity',
      show: ['Item', 'Kind'],
      groupBy: 'Rarity',
      cover: { property: 'Texture' }
    }
  ],
  rows: [...materialItems, ...toolItems].map(itemRow)
})

function itemRow(it: Item): RowInput {
  const texture = textureOf(it)
  const options = {
    icon: texture,
    ...(it.cover && { cover: it.cover }),
    properties: {
      Texture: [texture],
      Rarity: it.rarity,
      Kind: it.kind,
      'Obtained from': it.from,
      ...(it.dropRate !== undefined && { 'Drop rate': it.dropRate }),
      Stack: it.stack,
      'Model data': it.modelData,
      ...(it.aliases && { Aliases: it.aliases }),
      Added: day(it.added),
      ...(it.slug && { Slug: it.slug })
    }
  }
  return row(it.title, options, itemPage(it))
}

function itemPage(it: Item): Content {
  return [
    image(textureOf(it), `${it.title}, model data ${it.modelData}`, 128),
    it.lead.map((parts) => text(...parts)),
    h2('Where to get it'),
    it.sources ? table([['Source', 'Chance', 'Amount'], ...it.sources]) : [],
    it.recipe ? recipe(it.recipe) : [],
    h2('What it is for'),
    bullets(...it.uses),
    ...(it.more ?? []),
    h2('Give command'),
    code('mcfunction', `/function hollow:give/${it.id}`),
    callout('🏷️', [
      'To test for it in your own pack, look for ',
      mono(`minecraft:custom_data={hollow:{id:"${it.id}"}}`),
      '. Model data may change between releases, the id does not.'
    ])
  ]
}

function recipe(steps: string[]): ReturnType<typeof numbered> {
  return [text('Made in a crafting table:'), ...numbered(...steps)]
}

function textureOf(it: Item): string {
  return attachment(`${it.id.replaceAll('_', '-')}.png`)
}
