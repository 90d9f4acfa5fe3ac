import { h2, page, table, text, toggle, bullets, numbered } from '../../builder/blocks.ts'
import { bold, mention, mono } from '../../builder/rich-text.ts'
import type { Content } from '../../builder/block-node.ts'
import type { Inline } from '../../builder/rich-text.ts'

/** One mob. */
export interface Mob {
  title: string
  danger: 'Calm' | 'Wary' | 'Hostile' | 'Warden'
  /** The id used in `hollow:summon`; also the name of the portrait. */
  id: string
  health: number
  damage: number
  spawns: ('Dusk' | 'Night' | 'Caves' | 'Water' | 'Structure')[]
  weight: number
  drops: string[]
  isBoss?: boolean
  aliases: string
  seen: string
  lead: Inline[][]
  behaviour: (string | Inline[])[]
  tips: (string | Inline[])[]
  more?: Content
}

/** All mobs of the pack, peaceful ones first. */
export const mobList: Mob[] = [
  {
    title: 'Lamp Moth',
    danger: 'Calm',
    id: 'lamp_moth',
    health: 6,
    damage: 0,
    spawns: ['Dusk', 'Night'],
    weight: 12,
    drops: ['Moth Wing'],
    aliases: '灯蛾',
    seen: '2025-06-07',
    lead: [
      ['A moth the size of a cat that loves whatever you carry. It can be fed and led, not tamed.']
    ],
    behaviour: [
      'Circles the brightest light within 16 blocks.',
      'Follows a bearer with more than 50 oil.',
      'Sleeps under lanterns at noon.'
    ],
    tips: ['It is no hollow. Sealing it fails and wastes 10 oil, and everyone will have seen it.']
  },
  {
    title: 'Paper Crane',
    danger: 'Calm',
    id: 'paper_crane',
    health: 4,
    damage: 0,
    spawns: ['Dusk', 'Structure'],
    weight: 8,
    drops: ['Paper Talisman'],
    aliases: '折鶴',
    seen: '2025-05-03',
    lead: [['Folded by nobody. Rain unfolds it, and then it is a talisman.']],
    behaviour: [
      'Glides from shrine to shrine.',
      'Lands on signs and reads them.',
      'Dies in water, without a sound.'
    ],
    tips: ['Wait for rain if you need talismans.', 'Nothing to seal here.']
  },
  {
    title: 'Oil Slime',
    danger: 'Wary',
    id: 'oil_slime',
    health: 16,
    damage: 2,
    spawns: ['Caves', 'Structure'],
    weight: 10,
    drops: ['Lantern Oil'],
    aliases: '油すらいむ',
    seen: '2025-02-01',
    lead: [['A slow puddle with opinions. It burns for a long time, and it knows.']],
    behaviour: [
      'Runs from fire, including yours.',
      'Leaves a slippery trail for five seconds.',
      'Splits into two at half health.'
    ],
    tips: [
      ['Do not use ', mention('techniques/Ember'), ' indoors.'],
      'A cauldron under it collects 3 oil a minute.'
    ]
  },
  {
    title: 'Wick Thief',
    danger: 'Wary',
    id: 'wick_thief',
    health: 14,
    damage: 1,
    spawns: ['Night'],
    weight: 7,
    drops: ['Wick Cord'],
    aliases: '芯盗人',
    seen: '2025-02-01',
    lead: [['It wants your wick and nothing else. Then it wants to be somewhere else.']],
    behaviour: [
      'Steals 8 oil with each touch.',
      'Flees for 20 seconds after a theft, then comes back with a friend.',
      'Cannot climb ladders.'
    ],
    tips: ['Put your lantern away and it loses interest.', 'It drops what it stole, up to 24 oil.']
  },
  {
    title: 'Hollowling',
    danger: 'Hostile',
    id: 'hollowling',
    health: 20,
    damage: 3,
    spawns: ['Dusk', 'Night', 'Caves'],
    weight: 20,
    drops: ['Ember'],
    aliases: '虚子, Small hollow',
    seen: '2025-02-01',
    lead: [['The hole that something small has left. Everyone’s first.']],
    behaviour: [
      'Spawns where the light level fell by 4 or more within a minute.',
      'Grows into a Drift Hollow after three nights.',
      'Cannot enter light level 12.'
    ],
    tips: [
      'Bring it below 6 health, then hold the lantern on it for two seconds.',
      ['Full walk-through: ', mention('Get Started/Your First Evening'), '.']
    ]
  },
  {
    title: 'Drift Hollow',
    danger: 'Hostile',
    id: 'drift_hollow',
    health: 36,
    damage: 5,
    spawns: ['Night', 'Caves'],
    weight: 9,
    drops: ['Lamp Moss', 'Ember'],
    aliases: '漂い虚',
    seen: '2025-03-15',
    lead: [['Moves like something under ice. It eats light: a torch lasts it for ten seconds.']],
    behaviour: [
      'Puts out torches within 6 blocks, lanterns within 2.',
      'Stands still while it feeds.',
      'Heals 1 health for each light it eats.'
    ],
    tips: [
      ['Give it a torch, then let ', mention('techniques/Cinder Rain'), ' fall.'],
      'It ignores soul fire.'
    ]
  },
  {
    title: 'Mirror Hollow',
    danger: 'Hostile',
    id: 'mirror_hollow',
    health: 40,
    damage: 6,
    spawns: ['Night', 'Structure'],
    weight: 5,
    drops: ['Hollow Glass'],
    aliases: '鏡虚',
    seen: '2025-05-03',
    lead: [['It does what you did four seconds ago.']],
    behaviour: [
      'Copies your last technique at half strength.',
      'Cannot copy what it did not see.',
      'Shatters when it sees itself.'
    ],
    tips: [
      'Turn around, use something harmless, turn back.',
      [
        'Glass behind you counts as a mirror. So does the film of ',
        mention('techniques/Oil Mirror'),
        '.'
      ]
    ]
  },
  {
    title: 'Ash Hound',
    danger: 'Hostile',
    id: 'ash_hound',
    health: 24,
    damage: 4,
    spawns: ['Dusk', 'Caves'],
    weight: 8,
    drops: ['Ember'],
    aliases: '灰犬',
    seen: '2025-06-07',
    lead: [['Comes in threes and leaves in none. Its bite keeps burning for three seconds.']],
    behaviour: [
      'Hunts the bearer with the most oil.',
      'Howls before it jumps: 0.8 s.',
      'Afraid of cats, as is proper.'
    ],
    tips: ['Jump when it howls.', 'A bell stops the pack for five seconds.']
  },
  {
    title: 'Bell Warden',
    danger: 'Warden',
    id: 'bell_warden',
    health: 220,
    damage: 9,
    spawns: ['Water', 'Structure'],
    weight: 0,
    drops: ['Bell of Quiet', 'Tide Pearl'],
    isBoss: true,
    aliases: '鐘守',
    seen: '2025-09-12',
    lead: [
      [
        'Keeper of a bell that should have stayed under water. Each toll is a shockwave; between tolls it walks.'
      ]
    ],
    behaviour: [
      'Tolls every 9 seconds, every 6 below half health.',
      'A toll pulls everyone within 12 blocks two blocks closer.',
      'Floods the room one block higher at 150, 100 and 50 health.'
    ],
    tips: [
      'Stand on the stair side. The wave breaks on the pillars.',
      [
        'Bring ',
        mention('techniques/Ember Guard'),
        ': a toll takes three coals instead of four hearts.'
      ],
      'The bell itself can be hit. Three hits cancel the next toll.'
    ],
    more: [
      page('Bell Warden: a plan for two', { icon: '🗺️' }, [
        text('For two bearers of grade Flame without relics. Eight minutes at a calm pace.'),
        numbered(
          'Light the four pillars before you ring the bell.',
          'One of you stays at the stairs and counts tolls out loud.',
          'At 150 health move up one step, at 100 two.',
          'Below 50 the tolls come every six seconds: guard, step, strike, repeat.'
        ),
        table([
          ['Phase', 'Health', 'Toll', 'Water'],
          ['One', '220–150', '9 s', 'ankles'],
          ['Two', '150–100', '9 s', 'knees'],
          ['Three', '100–50', '6 s', 'chest'],
          ['Four', '50–0', '6 s', 'you swim']
        ])
      ])
    ]
  },
  {
    title: 'The Unlit',
    danger: 'Warden',
    id: 'the_unlit',
    health: 480,
    damage: 14,
    spawns: ['Structure'],
    weight: 0,
    drops: ['Vigil Crown'],
    isBoss: true,
    aliases: '不灯, Gate boss',
    seen: '2026-03-21',
    lead: [
      [
        'The bearer whose lantern was never lit. It does not attack first. It waits until you have used your light, and then it is dark.'
      ],
      ['It is behind ', mention('structures/The Unlit Gate'), ', and it is sad rather than angry.']
    ],
    behaviour: [
      ['Nine lamps stand in the hall. Each one you lose gives it ', bold('40 health'), '.'],
      'It walks backwards when you walk forwards, at the same speed.',
      'It copies no technique, but it remembers which ones you have shown it: the second time costs you double oil.'
    ],
    tips: [
      'Use every technique once.',
      ['Save ', mention('techniques/Éclipse à deux'), ' for the last lamp.'],
      ['When it kneels, sneak. Sealing starts by itself (', mono('hollow.unlit_peace'), ').']
    ],
    more: [
      h2('Phases'),
      table([
        ['Lamps left', 'What changes'],
        ['9–7', 'Only shadows. Find the order of the lamps.'],
        ['6–4', 'It asks questions in chat. Answer with trigger 1 or 2.'],
        ['3–1', 'The hall is dark. Only techniques give light.'],
        ['0', 'It kneels, or you do.']
      ]),
      toggle('The questions (spoilers)', [
        bullets(
          'Who carries the light for you? Both answers are right.',
          'Would you light mine? Only one is.'
        )
      ])
    ]
  }
]
