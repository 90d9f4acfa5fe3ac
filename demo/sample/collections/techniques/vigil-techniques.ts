import { bullets, code, h2, page, quote, table, text } from '../../../builder/blocks.ts'
import { bold, day, mention, mentionDate, mono } from '../../../builder/rich-text.ts'
import type { Technique } from './technique.ts'

/** Techniques of the two highest grades, Beacon and Vigil. */
export const vigilTechniques: Technique[] = [
  {
    title: 'Éclipse à deux',
    icon: '🌘',
    grade: 'Beacon',
    kinds: ['Strike', 'Support'],
    oil: 45,
    cooldown: 60,
    range: 14,
    id: 'eclipse',
    aliases: '双蝕, Twin Eclipse',
    materials: ['Tide Pearl', 'Dusk Ingot'],
    since: '2025-12-20',
    needsPartner: true,
    lead: [
      [
        'Two bearers close the light between them. Whatever stands on the line is in the dark for six seconds and takes double damage.'
      ],
      ['Both pay 45 oil. If one of you lets go, both lose it.'],
      ['It came with the winter release on ', mentionDate(day('2025-12-20')), '.']
    ],
    how: [
      'Stand at most 14 blocks apart and look at each other.',
      'Both use the lantern within one second.',
      'Keep looking. The line holds as long as your eyes do.'
    ],
    growth: {
      header: 'Darkness',
      rows: [
        ['Beacon', '6 s'],
        ['Vigil', '9 s']
      ]
    },
    notes: [
      'Any two grades can do it together as long as one is Beacon.',
      ['The line also opens ', mention('structures/The Unlit Gate'), '.'],
      'A mirror or a painting between you does not break the line. A cat does.'
    ]
  },
  {
    title: 'Tide of Lamps',
    icon: '🌊',
    grade: 'Beacon',
    kinds: ['Ward', 'Strike'],
    oil: 60,
    cooldown: 90,
    range: 30,
    id: 'tide_of_lamps',
    aliases: '灯の潮',
    materials: ['Tide Pearl', 'Lantern Oil'],
    since: '2026-01-31',
    lead: [
      [
        'A hundred paper lamps drift over the ground in the direction you look, lifting every hollow they touch.'
      ],
      ['Lifted hollows can be sealed at once, without waiting for them to tire.']
    ],
    how: [
      'Stand in water or rain.',
      [
        'Throw a ',
        mention('items/Tide Pearl'),
        ' and use the lantern while it flies. You get it back.'
      ],
      'Walk behind the lamps. They do not like to be overtaken.'
    ],
    growth: {
      header: 'Lamps',
      rows: [
        ['Beacon', '60'],
        ['Vigil', '100']
      ]
    },
    notes: [
      'In Harten the lamps turn at the last house and come back. We do not know why either.',
      ['Server owners: ', mono('/function hollow:settings/lamp_limit {max:40}'), ' keeps it at 40.']
    ]
  },
  {
    title: 'Domain: Endless Vigil',
    icon: '🏯',
    grade: 'Vigil',
    kinds: ['Domain'],
    oil: 120,
    cooldown: 600,
    range: 24,
    id: 'endless_vigil',
    aliases: '領域「不寝の番」, Domain',
    materials: ['Vigil Crown', 'Seal Key'],
    since: '2026-03-21',
    slug: 'endless-vigil',
    lead: [
      [
        'You close a room of night around everyone within 24 blocks. Inside, lanterns never run dry, hollows cannot flee, and nobody sleeps.'
      ],
      [
        'A domain stands for 60 seconds. Operators open one with ',
        mono('/function hollow:domain/open'),
        ' and close it with ',
        mono('/function hollow:domain/close'),
        '.'
      ]
    ],
    how: [
      'Place the lantern on the ground with a full 120 oil.',
      'Sneak beside it for three seconds while the ring is drawn.',
      'Fight, seal, breathe. The domain closes when you die, leave or run out of time.'
    ],
    growth: {
      header: 'Lasts',
      rows: [['Vigil', '60 s, and 5 s more for each hollow sealed inside']]
    },
    notes: [
      'Only one domain may be open per dimension.',
      'Blocks broken inside come back when it closes, chests with their content.',
      ['Bosses fight harder inside: ', bold('+50 % health'), ', and twice the drops.']
    ],
    more: [
      h2('Inside the room'),
      quote('The lamps are lit from the far end. Count them; if there are nine, stay.'),
      page('Domain Rules', { icon: '📜' }, [
        text('What counts, in the order in which the pack checks it every tick.'),
        table([
          ['Check', 'Every', 'On failure'],
          ['The opener is alive and inside', '1 tick', 'closes'],
          ['Time is left', '1 tick', 'closes'],
          ['No second domain within 200 blocks', '1 s', 'the younger closes'],
          ['Fewer than 40 mobs inside', '1 s', 'no new mobs come in']
        ]),
        text('Change the length for your server:'),
        code('mcfunction', '/function hollow:settings/domain_seconds {seconds:90}'),
        bullets(
          'Spectators are never pulled in.',
          'Ender pearls thrown out of a domain come back to their thrower.',
          'A domain never opens in the End.'
        )
      ]),
      page('Domain Builders’ Notes', { icon: '🧱' }, [
        text(
          'The room is a structure file of 48 × 24 × 48 blocks that is placed around the opener and removed again. To build your own, copy ',
          mono('hollow:domain/room'),
          ' and keep the four marker blocks in the corners.'
        ),
        code(
          'JSON',
          '{\n  "type": "hollow:domain_room",\n  "structure": "mypack:domain/garden",\n  "seconds": 60,\n  "light": 4,\n  "music": "minecraft:music.overworld.deep_dark"\n}',
          'data/mypack/hollow/domain/garden.json'
        ),
        text('Rooms larger than 64 blocks are refused: placing them takes longer than one tick.')
      ])
    ]
  },
  {
    title: 'Last Light',
    icon: '🕯️',
    grade: 'Vigil',
    kinds: ['Support'],
    oil: 0,
    cooldown: 1800,
    range: 10,
    id: 'last_light',
    aliases: '終灯',
    materials: ['Vigil Crown', 'Tide Pearl'],
    since: '2026-08-14',
    lead: [
      [
        'When you would die, you stay with one heart, your oil becomes zero and every bearer near you is filled.'
      ],
      ['It is passive. You cannot use it, you can only have it.']
    ],
    how: ['Learn it.', 'Keep at least 50 oil when you go somewhere unwise.'],
    growth: {
      header: 'Oil given to each bearer',
      rows: [['Vigil', 'all of yours, in full to each']]
    },
    notes: [
      'The void and /kill do not care.',
      ['Half an hour of cooldown is real time, so logging out does not help.'],
      'A Totem of Undying in your hand goes first.'
    ]
  }
]
