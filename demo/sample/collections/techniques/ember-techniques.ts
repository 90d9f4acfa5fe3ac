import { bullets, h2, page, table, text, toggle } from '../../../builder/blocks.ts'
import { italic, mention, mono } from '../../../builder/rich-text.ts'
import type { Technique } from './technique.ts'

/** Techniques of the second grade. */
export const emberTechniques: Technique[] = [
  {
    title: 'Ember',
    icon: '🟠',
    grade: 'Ember',
    kinds: ['Strike'],
    oil: 14,
    cooldown: 3,
    range: 18,
    id: 'ember',
    aliases: '残り火',
    materials: ['Ember', 'Wick Cord'],
    since: '2025-02-01',
    lead: [
      [
        'A slow spark that follows your crosshair. The technique shares its name with the item ',
        mention('items/Ember'),
        ', which you need to learn it.'
      ],
      ['One spark lights campfires, candles and TNT from a safe distance.']
    ],
    how: [
      'Use the lantern twice within half a second.',
      'Steer with your eyes.',
      'Sneak to put the spark out early and get 5 oil back.'
    ],
    growth: {
      header: 'Damage',
      rows: [
        ['Ember', '7'],
        ['Flame', '10'],
        ['Beacon', '13'],
        ['Vigil', '18']
      ]
    },
    notes: [
      'Rain halves its range. Snow does not.',
      'It passes through glass, so windows are doors to it.'
    ]
  },
  {
    title: 'Ember Guard',
    icon: '🛡️',
    grade: 'Ember',
    kinds: ['Ward'],
    oil: 20,
    cooldown: 12,
    range: 0,
    id: 'ember_guard',
    aliases: '熾火の守り',
    materials: ['Ember', 'Hollow Glass'],
    since: '2025-02-01',
    lead: [
      [
        'Three coals circle you. Each one takes the next hit that would have cost you more than two hearts, and is gone.'
      ],
      ['They last 30 seconds or until dawn, whichever comes first.']
    ],
    how: ['Block with a shield, or crouch for a full second, and use the lantern.'],
    growth: {
      header: 'Coals',
      rows: [
        ['Ember', '3'],
        ['Flame', '3, and attackers burn for 2 s'],
        ['Beacon', '4'],
        ['Vigil', '5']
      ]
    },
    notes: [
      'Fall damage, drowning and the void do not count as hits.',
      ['Together with ', mention('techniques/Paper Ward'), ' the coals go first.']
    ],
    more: [
      h2('Tested combinations'),
      page('Guard Timings', { icon: '⏱️' }, [
        text('Measured at 20 ticks a second on 1.21.4, ten tries each.'),
        table([
          ['Attack', 'Hits a coal takes', 'Hearts lost'],
          ['Skeleton arrow', '1', '0'],
          ['Creeper, 3 blocks', '2', '1.5'],
          ['Ash Hound bite', '1', '0'],
          ['Bell Warden toll', '3', '4']
        ]),
        toggle('How we measured', [
          bullets(
            'Flat world, no armour, difficulty normal.',
            'Every try starts with three coals and full health.',
            'The numbers come from hollow.debug, not from counting hearts.'
          )
        ])
      ])
    ]
  },
  {
    title: 'Hollow Thread',
    icon: '🧵',
    grade: 'Ember',
    kinds: ['Movement', 'Support'],
    oil: 18,
    cooldown: 8,
    range: 24,
    id: 'hollow_thread',
    aliases: '虚糸, Hook',
    materials: ['Hollow Glass', 'Wick Cord'],
    since: '2025-04-20',
    lead: [
      [
        'Tie a thread to a block and let it pull you there, or to a bearer and pull each other halfway.'
      ],
      ['Items and experience along the thread come with you.']
    ],
    how: [
      'Look at a block or a bearer up to 24 blocks away.',
      'Hold use until the thread hums.',
      'Jump to let go.'
    ],
    growth: {
      header: 'Length',
      rows: [
        ['Ember', '24 blocks'],
        ['Flame', '30 blocks'],
        ['Beacon', '36 blocks'],
        ['Vigil', '48 blocks']
      ]
    },
    notes: [
      'Threads do not hold on ice, slime or honey.',
      'Boats and minecarts can be pulled. Horses can, and remember it.'
    ]
  },
  {
    title: 'Oil Mirror',
    icon: '🪞',
    grade: 'Ember',
    kinds: ['Ward'],
    oil: 25,
    cooldown: 15,
    range: 0,
    id: 'oil_mirror',
    aliases: '油鏡',
    materials: ['Lantern Oil', 'Hollow Glass'],
    since: '2025-05-03',
    lead: [
      [
        'A thin film of oil stands in front of you for two seconds and sends projectiles back the way they came.'
      ],
      ['What comes back keeps its owner, so a skeleton never blames you.']
    ],
    how: ['Swing the lantern at the moment you hear the string. The window is 0.7 s.'],
    growth: {
      header: 'Window',
      rows: [
        ['Ember', '0.7 s'],
        ['Flame', '0.9 s'],
        ['Beacon', '1.1 s'],
        ['Vigil', '1.4 s']
      ]
    },
    notes: [
      'A returned ghast fireball counts as your kill.',
      'Tridents with Loyalty come back twice, which is funnier than it is useful.'
    ]
  },
  {
    title: 'Paper Ward',
    icon: '🧾',
    grade: 'Ember',
    kinds: ['Ward', 'Support'],
    oil: 22,
    cooldown: 20,
    range: 6,
    id: 'paper_ward',
    aliases: '紙結界, Talisman wall',
    materials: ['Paper Talisman', 'Lamp Moss'],
    since: '2025-05-03',
    lead: [
      ['Six talismans stand in a ring. Hollows do not cross it, and neither does their sound.'],
      [italic('Do not build a bedroom inside one: monsters under the floor count too.')]
    ],
    how: [
      'Throw a Paper Talisman at the ground.',
      'Use the lantern on it within five seconds.',
      'Take the talismans back when you leave, they keep.'
    ],
    growth: {
      header: 'Lasts',
      rows: [
        ['Ember', '40 s'],
        ['Flame', '60 s'],
        ['Beacon', '90 s'],
        ['Vigil', '120 s']
      ]
    },
    notes: [
      'Rain wears the ring: it loses a talisman every 12 seconds.',
      ['Two rings may overlap, three may not (limit since 1.3.0, ', mono('hollow:settings'), ').']
    ]
  },
  {
    title: 'Moth Call',
    icon: '🦋',
    grade: 'Ember',
    kinds: ['Summon'],
    oil: 30,
    cooldown: 45,
    range: 10,
    id: 'moth_call',
    aliases: '蛾寄せ',
    materials: ['Moth Wing', 'Lamp Moss'],
    since: '2025-06-07',
    lead: [
      ['Up to four ', mention('mobs/Lamp Moth'), ' answer and carry what you point at.'],
      ['Each moth lifts one stack. They are careful with eggs.']
    ],
    how: [
      'Use the lantern on a hanging lantern block at night.',
      'Point at an item or a chest. The moths bring it to you.'
    ],
    growth: {
      header: 'Moths',
      rows: [
        ['Ember', '2'],
        ['Flame', '3'],
        ['Beacon', '4'],
        ['Vigil', '4, twice as fast']
      ]
    },
    notes: [
      'Moths do not cross water wider than twelve blocks.',
      'Thank them with Lamp Moss and the next call costs 20.'
    ]
  }
]
