import { formula, mention } from '../../../builder/rich-text.ts'
import type { Technique } from './technique.ts'

/** Techniques of the third grade. */
export const flameTechniques: Technique[] = [
  {
    title: 'Cinder Rain',
    icon: '🌧️',
    grade: 'Flame',
    kinds: ['Strike'],
    oil: 35,
    cooldown: 18,
    range: 20,
    id: 'cinder_rain',
    aliases: '灰雨',
    materials: ['Ember', 'Dusk Ingot'],
    since: '2025-03-15',
    lead: [
      ['Coals fall on a circle seven blocks wide for four seconds. Grass does not catch fire.'],
      [
        'Best against things that stand still, such as a ',
        mention('mobs/Drift Hollow'),
        ' that feeds.'
      ]
    ],
    how: [
      'Throw the lantern upwards (drop it while looking straight up).',
      'Look at the ground where the rain should fall.',
      'The lantern comes back by itself.'
    ],
    growth: {
      header: 'Coals a second',
      rows: [
        ['Flame', '6'],
        ['Beacon', '8'],
        ['Vigil', '12']
      ]
    },
    notes: [
      'Works below a roof too: the coals start two blocks below the ceiling.',
      'Each coal is an entity. On a small server set the limit to 4 in the settings.'
    ]
  },
  {
    title: 'Dusk Cleave',
    icon: '🗡️',
    grade: 'Flame',
    kinds: ['Strike', 'Movement'],
    oil: 28,
    cooldown: 10,
    range: 9,
    id: 'dusk_cleave',
    aliases: '暮断ち',
    materials: ['Dusk Ingot', 'Hollow Glass'],
    since: '2025-04-20',
    lead: [
      [
        'One cut through nine blocks of evening. It needs the ',
        mention('items/Grand Sword of Dusk'),
        ' in your hand and the lantern in the other.'
      ],
      ['You stand at the end of the cut afterwards.']
    ],
    how: [
      'Sprint for one second.',
      'Attack while sneaking.',
      'Do not stop at a ledge you cannot see the bottom of.'
    ],
    growth: {
      header: 'Damage',
      rows: [
        ['Flame', '14'],
        ['Beacon', '18'],
        ['Vigil', '24']
      ]
    },
    notes: [
      [
        'The damage falls with the light at your feet: ',
        formula('d = d_0 \\cdot (1 - 0.04\\,l)'),
        '.'
      ],
      'Sharpness counts, Sweeping Edge does not.',
      'Cobwebs, vines and paper screens are cut on the way.'
    ]
  },
  {
    title: 'Silent Bell',
    icon: '🔔',
    grade: 'Flame',
    kinds: ['Support', 'Ward'],
    oil: 26,
    cooldown: 30,
    range: 12,
    id: 'silent_bell',
    aliases: '無音の鐘',
    materials: ['Bell of Quiet'],
    since: '2025-09-12',
    lead: [
      ['Everything within twelve blocks forgets what it was angry about. Bosses only pause.'],
      ['The Bell of Quiet is not used up by learning this one; it cracks after 40 uses.']
    ],
    how: [
      'Ring the bell with the lantern in your off hand.',
      'Stay silent for two seconds: no attack, no jump.'
    ],
    growth: {
      header: 'Peace lasts',
      rows: [
        ['Flame', '10 s'],
        ['Beacon', '16 s'],
        ['Vigil', '25 s']
      ]
    },
    notes: [
      'Sculk sensors do not hear it. Neither does the Warden, who is polite enough to leave.',
      'Wolves sit down.'
    ]
  },
  {
    title: 'Ash Recall',
    icon: '🌀',
    grade: 'Flame',
    kinds: ['Movement'],
    oil: 40,
    cooldown: 120,
    range: 0,
    id: 'ash_recall',
    aliases: '灰還り, Home',
    materials: ['Ash Compass', 'Ember'],
    since: '2025-06-07',
    lead: [
      [
        'Return to the last shrine you lit. Your inventory comes along, your oil stays behind as ash.'
      ],
      ['It takes five seconds, and any damage breaks it.']
    ],
    how: [
      ['Hold the ', mention('items/Ash Compass'), ' and sneak for five seconds.'],
      'Wait until the needle stands still.'
    ],
    growth: {
      header: 'Bearers taken along',
      rows: [
        ['Flame', 'you'],
        ['Beacon', 'you and one more'],
        ['Vigil', 'everyone within four blocks']
      ]
    },
    notes: [
      'It crosses dimensions from the Nether, not from the End.',
      'If the shrine was broken you return to your bed, with half of your oil.'
    ]
  }
]
