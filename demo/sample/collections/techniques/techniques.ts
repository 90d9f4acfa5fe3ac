import type { Decoration } from 'notion-types'

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
import { all, any, collection, row, where } from '../../../builder/collection.ts'
import { day, mention, mono } from '../../../builder/rich-text.ts'
import type { Inline } from '../../../builder/rich-text.ts'
import { attachment, cover } from '../../assets.ts'
import { grades } from '../grades.ts'
import { emberTechniques } from './ember-techniques.ts'
import { flameTechniques } from './flame-techniques.ts'
import { vigilTechniques } from './vigil-techniques.ts'
import type { Technique } from './technique.ts'
import { wickTechniques } from './wick-techniques.ts'

/** All techniques, lowest grade first. */
const allTechniques = [
  ...wickTechniques,
  ...emberTechniques,
  ...flameTechniques,
  ...vigilTechniques
]

export const techniques = collection({
  key: 'techniques',
  name: 'Techniques',
  icon: '🔥',
  titleName: 'Technique',
  schema: {
    Grade: { type: 'select', options: grades },
    Kind: {
      type: 'multi_select',
      options: {
        Movement: 'green',
        Strike: 'red',
        Ward: 'blue',
        Support: 'yellow',
        Summon: 'brown',
        Domain: 'purple'
      }
    },
    'Oil cost': { type: 'number' },
    Cooldown: { type: 'number', format: 'number' },
    Range: { type: 'number' },
    Materials: { type: 'relation', to: 'items', reverse: 'Teaches' },
    'Needs a partner': { type: 'checkbox' },
    Aliases: { type: 'text' },
    Command: { type: 'text' },
    Since: { type: 'date' },
    Slug: { type: 'text' },
    Written: { type: 'created_time' },
    Edited: { type: 'last_edited_time' }
  },
  views: [
    {
      type: 'table',
      name: 'All techniques',
      show: ['Technique', 'Grade', 'Kind', 'Oil cost', 'Cooldown', 'Range', 'Materials'],
      sort: [
        ['Grade', 'ascending'],
        ['Oil cost', 'ascending']
      ]
    },
    {
      type: 'gallery',
      name: 'Cards',
      show: ['Technique', 'Grade', 'Oil cost'],
      cover: 'page_cover'
    },
    {
      type: 'board',
      name: 'By grade',
      show: ['Technique', 'Oil cost', 'Cooldown'],
      groupBy: 'Grade',
      sort: [['Oil cost', 'ascending']]
    },
    {
      type: 'list',
      name: 'Wards and support',
      show: ['Technique', 'Kind', 'Grade'],
      filter: any(
        where('Kind', 'enum_contains', 'Ward'),
        all(where('Kind', 'enum_contains', 'Support'), where('Oil cost', 'number_less_than', 30))
      )
    }
  ],
  rows: allTechniques.map(techniqueRow)
})

function techniqueRow(it: Technique): RowInput {
  const options = {
    icon: it.icon,
    cover: cover(`grade-${it.grade.toLowerCase()}`),
    properties: {
      Grade: it.grade,
      Kind: it.kinds,
      'Oil cost': it.oil,
      Cooldown: it.cooldown,
      Range: it.range,
      Materials: it.materials.map((title) => `items/${title}`),
      'Needs a partner': it.needsPartner ?? false,
      ...(it.aliases && { Aliases: it.aliases }),
      Command: [[learnCommand(it), [['c']]]] satisfies Decoration[],
      Since: day(it.since),
      ...(it.slug && { Slug: it.slug })
    }
  }
  return row(it.title, options, techniquePage(it))
}

function techniquePage(it: Technique): Content {
  return [
    it.lead.map((parts) => text(...parts)),
    image(attachment(`technique-${it.id.replaceAll('_', '-')}.png`), `Seal of ${it.title}`, 128),
    h2('How to use it'),
    numbered(...it.how),
    h2('Numbers'),
    table([
      ['Oil cost', 'Cooldown', 'Range', 'Grade'],
      [String(it.oil), `${it.cooldown} s`, it.range ? `${it.range} blocks` : 'self', it.grade]
    ]),
    text('It grows with your grade:'),
    table([['Grade', it.growth.header], ...it.growth.rows]),
    h2('Learning it'),
    text(...learning(it)),
    code('mcfunction', learnCommand(it), 'For operators: learn it without the materials.'),
    h2('Good to know'),
    bullets(...it.notes),
    ...(it.more ?? []),
    callout('🛢️', ['Low on oil? ', mention('Wiki/Oil and Grades'), ' lists every way to refill.'])
  ]
}

function learning(it: Technique): Inline[] {
  const materials = it.materials.flatMap((title, index) => [
    index === 0 ? '' : ' and ',
    mention(`items/${title}`)
  ])
  return [
    `Reach grade ${it.grade}, then bring `,
    ...materials.filter((part) => part !== ''),
    ' to a lit shrine (see ',
    mention('structures/Lamp Shrine'),
    ') and choose it in ',
    mono('/trigger hollow.menu'),
    '. The materials are used up.'
  ]
}

function learnCommand(it: Technique): string {
  return `/function hollow:technique/learn {id:"${it.id}"}`
}
