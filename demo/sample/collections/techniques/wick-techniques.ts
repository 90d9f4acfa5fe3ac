import { code, h2, page, table, text, todo } from '../../../builder/blocks.ts'
import { bold, mention, mono } from '../../../builder/rich-text.ts'
import type { Technique } from './technique.ts'

/** Techniques of the first grade. */
export const wickTechniques: Technique[] = [
  {
    title: 'Lantern Step',
    icon: '👣',
    grade: 'Wick',
    kinds: ['Movement'],
    oil: 8,
    cooldown: 2,
    range: 5,
    id: 'lantern_step',
    aliases: '灯歩, Blink, LS',
    materials: ['Wick Cord'],
    since: '2025-02-01',
    lead: [
      [
        'The first thing every bearer learns. You fold the light between you and the place you look at, and arrive there. Water and leaves do not stop you, walls do.'
      ],
      ['It is also the only technique that works while ', bold('Slowness'), ' holds you.']
    ],
    how: [
      ['Hold the lantern from ', mention("items/Bearer's Lantern"), ' in either hand.'],
      'Sneak and use it while looking where you want to be.',
      'Keep walking. Your speed carries over, and so does your fall.'
    ],
    growth: {
      header: 'Distance',
      rows: [
        ['Wick', '5 blocks'],
        ['Ember', '6 blocks'],
        ['Flame', '8 blocks'],
        ['Beacon', '10 blocks'],
        ['Vigil', '12 blocks']
      ]
    },
    notes: [
      'Fall distance is kept, so a step down a cliff still hurts. A step that ends in water does not.',
      ['Steps through a portal frame are refused since 1.2.1 (see ', mention('Changelog'), ').'],
      'Two steps in a row are fine at Vigil: the cooldown is 0.5 s there.'
    ],
    more: [
      h2('Practice'),
      page('Step Course', { icon: '🏃' }, [
        text(
          'A parkour of twelve platforms that needs nothing but a lantern and 60 oil. Build it with one command, stand on the first platform and press the button.'
        ),
        code('mcfunction', '/function hollow:course/build {size:12}'),
        table([
          ['Platforms', 'Medal', 'Time'],
          ['12', 'Wick', '60 s'],
          ['12', 'Ember', '42 s'],
          ['12', 'Beacon', '30 s']
        ]),
        text('The course saves your best time in ', mono('hollow.course_best'), '.'),
        todo(true, 'Platforms 1 to 6: no gap is wider than five blocks'),
        todo(true, 'Platforms 7 to 11: look down before you step'),
        todo(false, 'Platform 12 moves. We are still deciding whether that is kind')
      ])
    ]
  },
  {
    title: 'Wick Flare',
    icon: '✨',
    grade: 'Wick',
    kinds: ['Strike'],
    oil: 12,
    cooldown: 6,
    range: 4,
    id: 'wick_flare',
    aliases: '芯光',
    materials: ['Wick Cord', 'Lantern Oil'],
    since: '2025-02-01',
    lead: [
      [
        'A short burst of light around you. It hurts hollows, pushes everything else away and lights the ground for ten seconds.'
      ],
      ['Most bearers use it to get room, then leave with ', mention('techniques/Lantern Step'), '.']
    ],
    how: [
      'Swap hands (F) with the lantern in your main hand.',
      'Let the ring pass. You can move while it opens.'
    ],
    growth: {
      header: 'Damage to hollows',
      rows: [
        ['Wick', '4'],
        ['Ember', '6'],
        ['Flame', '9'],
        ['Beacon', '12'],
        ['Vigil', '16']
      ]
    },
    notes: [
      'Villagers, pets and other bearers are pushed but never hurt.',
      'Creepers that are pushed forget their fuse.',
      'The light is real: crops grow in it and hostile mobs do not spawn.'
    ]
  },
  {
    title: 'Kindle',
    icon: '🤝',
    grade: 'Wick',
    kinds: ['Support'],
    oil: 15,
    cooldown: 4,
    range: 3,
    id: 'kindle',
    aliases: '分火, Share',
    materials: ['Lamp Moss'],
    since: '2025-03-15',
    lead: [
      [
        'Give oil away. The bearer you look at gets 10 of the 15 oil you spend; the rest is the smoke you both see.'
      ],
      ['With a lit lantern block between the two of you nothing is lost.']
    ],
    how: [
      'Stand within three blocks of another bearer.',
      'Look at them and use the lantern without sneaking.'
    ],
    growth: {
      header: 'Oil given for 15',
      rows: [
        ['Wick', '10'],
        ['Ember', '11'],
        ['Flame', '12'],
        ['Beacon', '14'],
        ['Vigil', '15']
      ]
    },
    notes: [
      'A full bearer refuses the gift and you keep your oil.',
      ['It also wakes an unlit ', mention('structures/Lamp Shrine'), ' without a Seal Key.']
    ]
  },
  {
    title: 'ﾎﾀﾙﾋﾞ',
    icon: '🪲',
    grade: 'Wick',
    kinds: ['Support', 'Summon'],
    oil: 6,
    cooldown: 1,
    range: 16,
    id: 'hotarubi',
    aliases: 'ホタルビ, 蛍火, Firefly',
    materials: ['Lamp Moss', 'Moth Wing'],
    since: '2025-06-07',
    lead: [
      [
        'A single firefly that flies to the nearest ore, chest or lost pet and stays there for eight seconds. The name is written in narrow letters because the first version of the pack had only four pixels for it.'
      ],
      ['It cannot find anything behind more than ', bold('six'), ' solid blocks.']
    ],
    how: ['Look up and use the lantern.', 'Follow the light. It waits when you are slow.'],
    growth: {
      header: 'Search radius',
      rows: [
        ['Wick', '16 blocks'],
        ['Ember', '20 blocks'],
        ['Flame', '24 blocks'],
        ['Beacon', '32 blocks'],
        ['Vigil', '48 blocks']
      ]
    },
    notes: [
      'In Harten the fireflies look for the bread you dropped. Nobody asked for that and nobody wants it gone.',
      ['Operators can change what it looks for with ', mono('#hollow:firefly_targets'), '.']
    ]
  }
]
