import type { FormattedDate } from 'notion-types'

import { bullets, h2, text } from '../builder/blocks.ts'
import { all, collection, row, where } from '../builder/collection.ts'
import type { RowInput } from '../builder/block-node.ts'
import { at, day, days, hours, mention, mentionUser } from '../builder/rich-text.ts'
import type { Inline } from '../builder/rich-text.ts'
import { cover } from './assets.ts'

interface Evening {
  when: FormattedDate
  kind: 'Play' | 'Build' | 'Talk'
  hosts: string[]
  isOpen: boolean
  seats: number
  plan: Inline[]
  bring: string[]
}

export const evenings = collection({
  key: 'evenings',
  name: 'Lantern Evenings',
  icon: '🌆',
  titleName: 'Evening',
  schema: {
    When: { type: 'date' },
    Kind: { type: 'select', options: { Play: 'orange', Build: 'green', Talk: 'blue' } },
    Hosts: { type: 'person' },
    'Open to all': { type: 'checkbox' },
    Seats: { type: 'number' },
    Page: { type: 'url' },
    Questions: { type: 'email' },
    'Call in': { type: 'phone_number' }
  },
  views: [
    {
      type: 'table',
      name: 'All evenings',
      show: [
        'Evening',
        'When',
        'Kind',
        'Hosts',
        'Open to all',
        'Seats',
        'Page',
        'Questions',
        'Call in'
      ],
      sort: [['When', 'descending']],
      aggregate: { Evening: 'count', When: 'date_range', Seats: 'sum', 'Open to all': 'checked' }
    },
    { type: 'list', name: 'By kind', show: ['Evening', 'When'], groupBy: 'Kind' },
    {
      type: 'gallery',
      name: 'Open to all',
      show: ['Evening', 'When', 'Seats'],
      filter: all(where('Open to all', 'checkbox_is', true)),
      cover: 'page_cover',
      coverSize: 'large'
    },
    { type: 'calendar', name: 'Calendar', show: ['Evening', 'Kind'], dateBy: 'When' },
    { type: 'feed', name: 'Announced', show: ['Evening', 'When', 'Kind'] }
  ],
  rows: [
    evening('First light of autumn', {
      when: hours('2026-09-19', ['19:00', '21:30'], 'Europe/Vienna'),
      kind: 'Play',
      hosts: ['keepers'],
      isOpen: true,
      seats: 24,
      plan: [
        'We walk from spawn to ',
        mention('structures/Harten'),
        ' at dusk and light every lamp on the way.'
      ],
      bring: ['A lantern and 60 oil.', 'Something to eat, in the game and outside of it.']
    }),
    evening('Build week: the market', {
      when: days('2026-10-05', '2026-10-11'),
      kind: 'Build',
      hosts: ['bellows', 'keepers'],
      isOpen: false,
      seats: 8,
      plan: ['Seven days to build the winter market. Plots are 9 × 9 and may not have doors.'],
      bring: ['An idea for a stall.', 'Two stacks of any wood.']
    }),
    evening('How domains put blocks back', {
      when: at('2026-06-13', '17:00'),
      kind: 'Talk',
      hosts: ['wiki'],
      isOpen: true,
      seats: 100,
      plan: [
        'Forty minutes about storage, structure files and the hopper that taught us humility.'
      ],
      bring: ['Questions.']
    }),
    evening('Midsummer relay', {
      when: hours('2026-06-20', ['20:00', '23:00'], 'Asia/Tokyo'),
      kind: 'Play',
      hosts: ['keepers', 'wiki'],
      isOpen: true,
      seats: 32,
      plan: [
        'Teams of four carry one flame through eight shrines. ',
        mention('techniques/Lantern Step'),
        ' only.'
      ],
      bring: ['Nothing. Everyone gets the same lantern.']
    }),
    evening('Silent evening', {
      when: day('2026-11-01'),
      kind: 'Play',
      hosts: ['bellows'],
      isOpen: true,
      seats: 24,
      plan: ['No chat from dusk to dawn. Signs and bells are allowed.'],
      bring: ['Ten signs.', 'Patience.']
    })
  ]
})

function evening(title: string, it: Evening): RowInput {
  const slug = title.toLowerCase().replaceAll(/[^a-z]+/g, '-')
  const properties = {
    When: it.when,
    Kind: it.kind,
    Hosts: it.hosts,
    'Open to all': it.isOpen,
    Seats: it.seats,
    Page: `https://evenings.example/${slug}`,
    Questions: 'evenings@bearers.example',
    'Call in': '+00 0000 149719'
  }
  return row(title, { icon: '🏮', cover: cover('village'), coverPosition: 0.1, properties }, [
    text(...it.plan),
    h2('Please bring'),
    bullets(...it.bring),
    text(
      'Hosts: ',
      ...it.hosts.flatMap((key) => [mentionUser(key), ' ']),
      'on ',
      mention('149719398400'),
      '.'
    )
  ])
}
