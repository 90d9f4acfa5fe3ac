import { bullets, code, h2, image, table, text } from '../../builder/blocks.ts'
import type { Content, RowInput } from '../../builder/block-node.ts'
import { all, any, collection, row, where } from '../../builder/collection.ts'
import { attachment, cover } from '../assets.ts'
import { type Structure, structureList } from './structure-list.ts'

export const structures = collection({
  key: 'structures',
  name: 'Structures',
  icon: '⛩️',
  titleName: 'Structure',
  schema: {
    Rarity: {
      type: 'select',
      options: { Common: 'default', Uncommon: 'green', Rare: 'blue', Unique: 'purple' }
    },
    Biomes: {
      type: 'multi_select',
      options: {
        Plains: 'yellow',
        Forest: 'green',
        Mountains: 'gray',
        Swamp: 'brown',
        Ocean: 'blue',
        Snow: 'default',
        'Deep dark': 'purple'
      }
    },
    Spacing: { type: 'number' },
    Separation: { type: 'number' },
    Inhabitants: { type: 'relation', to: 'mobs', reverse: 'Home' },
    Survey: {
      type: 'status',
      groups: {
        'To-do': { 'To check': 'gray' },
        'In progress': { 'In review': 'blue' },
        Complete: { Checked: 'green' }
      }
    },
    Surveyed: { type: 'date' },
    View: { type: 'file' },
    Aliases: { type: 'text' },
    Slug: { type: 'text' }
  },
  views: [
    {
      type: 'gallery',
      name: 'Postcards',
      show: ['Structure', 'Rarity', 'Biomes'],
      cover: 'page_content_first'
    },
    {
      type: 'table',
      name: 'Placement',
      show: ['Structure', 'Biomes', 'Spacing', 'Separation', 'Rarity', 'Surveyed'],
      sort: [['Spacing', 'ascending']]
    },
    {
      type: 'list',
      name: 'Near the start',
      show: ['Structure', 'Biomes', 'Rarity'],
      filter: all(
        where('Spacing', 'number_less_than_or_equal_to', 40),
        any(where('Biomes', 'enum_contains', 'Plains'), where('Biomes', 'enum_contains', 'Forest'))
      )
    },
    { type: 'board', name: 'Survey', show: ['Structure', 'Surveyed'], groupBy: 'Survey' },
    { type: 'map', name: 'Map', show: ['Structure', 'Biomes'] }
  ],
  rows: structureList.map(structureRow)
})

function structureRow(it: Structure): RowInput {
  const options = {
    icon: it.icon,
    cover: cover(it.biomes.includes('Ocean') ? 'tide' : 'dusk'),
    properties: {
      Rarity: it.rarity,
      Biomes: it.biomes,
      Spacing: it.spacing,
      Separation: it.separation,
      Inhabitants: it.inhabitants.map((title) => `mobs/${title}`),
      Survey: it.checked,
      Surveyed: { type: 'date' as const, start_date: it.surveyed },
      View: [attachment(`${it.view}.png`)],
      ...(it.aliases && { Aliases: it.aliases }),
      ...(it.slug && { Slug: it.slug })
    }
  }
  return row(it.title, options, structurePage(it))
}

function structurePage(it: Structure): Content {
  return [
    image(attachment(`${it.view}.png`), it.title),
    it.lead.map((parts) => text(...parts)),
    h2('Finding it'),
    code('mcfunction', `/locate structure hollow:${it.id}`),
    table([
      ['Biomes', 'Spacing', 'Separation'],
      [it.biomes.join(', '), `${it.spacing} chunks`, `${it.separation} chunks`]
    ]),
    h2('Chests'),
    it.loot.length > 0
      ? table([['Item', 'Chance', 'Amount'], ...it.loot])
      : text('There is nothing to take. Look up instead.'),
    h2('Good to know'),
    bullets(...it.notes),
    ...(it.more ?? [])
  ]
}
