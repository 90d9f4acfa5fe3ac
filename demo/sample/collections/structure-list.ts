import {
  columns,
  h2,
  h3,
  numbered,
  page,
  quote,
  syncedCopy,
  table,
  text
} from '../../builder/blocks.ts'
import { bold, mention, mono } from '../../builder/rich-text.ts'
import type { Content } from '../../builder/block-node.ts'
import type { Inline } from '../../builder/rich-text.ts'

/** One structure. */
export interface Structure {
  title: string
  icon: string
  /** The id used in `/locate structure hollow:<id>`. */
  id: string
  /** Name of its image. */
  view: string
  biomes: ('Plains' | 'Forest' | 'Mountains' | 'Swamp' | 'Ocean' | 'Snow' | 'Deep dark')[]
  rarity: 'Common' | 'Uncommon' | 'Rare' | 'Unique'
  spacing: number
  separation: number
  inhabitants: string[]
  checked: 'To check' | 'In review' | 'Checked'
  /** Day of the last measurement. */
  surveyed: string
  aliases: string
  lead: Inline[][]
  loot: [item: Inline, chance: string, amount: string][]
  notes: (string | Inline[])[]
  slug?: string
  more?: Content
}

/** All structures of the pack, nearest to a new bearer first. */
export const structureList: Structure[] = [
  {
    title: 'Lamp Shrine',
    icon: '🏮',
    id: 'lamp_shrine',
    view: 'lamp-shrine',
    biomes: ['Plains', 'Forest', 'Mountains', 'Snow'],
    rarity: 'Common',
    spacing: 18,
    separation: 7,
    inhabitants: ['Paper Crane', 'Lamp Moth'],
    checked: 'Checked',
    surveyed: '2026-08-20',
    aliases: '灯の祠',
    lead: [
      [
        'A roof, four posts and a lamp. Light it and it is yours: you learn techniques here, refill, and return here with ',
        mention('techniques/Ash Recall'),
        '.'
      ]
    ],
    loot: [
      [mention('items/Wick Cord'), '70 %', '1–3'],
      [mention('items/Lantern Oil'), '50 %', '1'],
      [mention('items/Seal Key'), '4 %', '1']
    ],
    notes: [
      'A lit shrine gives 1 oil every 3 seconds to bearers within 8 blocks.',
      'Hollows do not spawn within 24 blocks of it.',
      'It can be moved: break the lamp with Silk Touch and place it below any roof.'
    ]
  },
  {
    title: 'Harten',
    icon: '🏘️',
    id: 'harten',
    view: 'harten',
    biomes: ['Plains', 'Forest'],
    rarity: 'Uncommon',
    spacing: 38,
    separation: 14,
    inhabitants: ['Lamp Moth', 'Wick Thief'],
    checked: 'Checked',
    surveyed: '2026-09-02',
    aliases: 'ハルテン, Village of lamps',
    lead: [
      [
        'A village on both sides of a small river, with nine to fourteen houses and a lamp for each. At dusk the lamps are lit one after the other, always from the bridge outwards.'
      ],
      [
        'Harten never grows a second time in the same biome, so a world has about one in 1,400 × 1,400 blocks.'
      ]
    ],
    loot: [
      [mention('items/Dusk Bread'), '80 %', '2–6'],
      [mention('items/Wick Cord'), '25 %', '2–5'],
      [mention('items/Dusk Ingot'), '8 %', '1']
    ],
    notes: [
      'The baker opens at 6,000 ticks, the fletcher sells oil, and the librarian has nothing to say before dusk.',
      [
        'If a hollow puts out more than half of the lamps, the villagers leave for the night. Light them again and they come back, with a discount.'
      ],
      'Beds in Harten do not skip the dusk.'
    ],
    more: [
      h2('The houses'),
      columns(
        [
          h3('West bank'),
          numbered('Bakery', 'House with the blue door', 'Fletcher', 'Barn', 'The long house')
        ],
        [
          h3('East bank'),
          numbered('Library', 'Well house', 'Three small houses', 'Empty house (do not sleep here)')
        ]
      ),
      h2('Trades'),
      table([
        ['Who', 'Gives', 'For', 'From'],
        ['Baker', '3 Dusk Bread', '1 emerald', 'level 1'],
        ['Fletcher', '4 Lantern Oil', '1 emerald', 'level 1'],
        ['Fletcher', '1 Bearer’s Lantern', '6 emeralds', 'level 2'],
        ['Librarian', 'Map to a Sunken Bellhouse', '14 emeralds, 1 compass', 'level 3'],
        ['Librarian', 'Map to a Moth Attic', '9 emeralds, 1 compass', 'level 2']
      ]),
      page('The Empty House', { icon: '🚪' }, [
        text('Fourth house on the east bank. The lamp is missing, the bed is made.'),
        text(
          'Whoever sleeps here wakes up at dusk instead of dawn, with a full lantern and without experience. The counter ',
          mono('hollow.empty_house'),
          ' goes up by one. On the community world it stands at 212.'
        ),
        quote(
          'We did not build this house. It came with the first structure file, and every time we deleted it the village lost a lamp.'
        )
      ])
    ]
  },
  {
    title: 'Oil Well',
    icon: '🛢️',
    id: 'oil_well',
    view: 'oil-well',
    biomes: ['Swamp', 'Plains'],
    rarity: 'Common',
    spacing: 26,
    separation: 10,
    inhabitants: ['Oil Slime'],
    checked: 'In review',
    surveyed: '2026-05-11',
    aliases: '油井',
    lead: [
      ['A stone ring around a black pool, six bottles deep. It fills up again every morning.']
    ],
    loot: [[mention('items/Lantern Oil'), '100 %', '6 a day']],
    notes: [
      'Bring empty bottles; the well has none.',
      'Fire within three blocks closes the well until the next day.',
      'Slimes live below. Knock first (place and break any block).'
    ],
    more: [syncedCopy('oil-sources')]
  },
  {
    title: 'Moth Attic',
    icon: '🦋',
    id: 'moth_attic',
    view: 'moth-attic',
    biomes: ['Forest', 'Mountains'],
    rarity: 'Uncommon',
    spacing: 44,
    separation: 18,
    inhabitants: ['Lamp Moth'],
    checked: 'Checked',
    surveyed: '2026-07-19',
    aliases: '蛾の屋根裏',
    lead: [
      ['An old barn whose upper floor hums. Keep your lantern low and you may walk among them.']
    ],
    loot: [
      [mention('items/Moth Wing'), '90 %', '2–4'],
      [mention('items/Seal Key'), '20 %', '1']
    ],
    notes: [
      'Torches scare the moths away for a week.',
      'The ladder is on the outside, at the back.'
    ]
  },
  {
    title: 'โคมลอย',
    icon: '🎈',
    id: 'floating_lanterns',
    view: 'floating-lanterns',
    biomes: ['Mountains', 'Snow'],
    rarity: 'Rare',
    spacing: 60,
    separation: 25,
    inhabitants: [],
    checked: 'Checked',
    surveyed: '2026-01-17',
    aliases: 'Floating lanterns, Khom loi, 浮き灯',
    lead: [
      [
        'Lanterns that hang in the air 30 blocks above a peak, drawn by the Thai players of the community for the winter release. The title is the word for a floating lantern.'
      ]
    ],
    loot: [],
    notes: [
      'Stand below at midnight and the lowest one comes down. It gives 20 oil.',
      'They are visible from 300 blocks away with a spyglass.',
      'A pair of them marks a Lamp Shrine on the other side of the mountain.'
    ]
  },
  {
    title: 'Sunken Bellhouse',
    icon: '🔔',
    id: 'sunken_bellhouse',
    view: 'sunken-bellhouse',
    biomes: ['Ocean'],
    rarity: 'Rare',
    spacing: 70,
    separation: 30,
    inhabitants: ['Bell Warden', 'Mirror Hollow'],
    checked: 'Checked',
    surveyed: '2026-06-28',
    aliases: '沈鐘楼',
    lead: [
      [
        'A tower that stands up to its roof in the sea. The bell rings by itself once a night, and once more when you are inside.'
      ]
    ],
    loot: [
      [mention('items/Hollow Glass'), '35 %', '1–4'],
      [mention('items/Tide Pearl'), '15 %', '1'],
      [mention('items/Seal Key'), '10 %', '1']
    ],
    notes: [
      'Air pockets are below each stair. There are five.',
      ['Boss: ', mention('mobs/Bell Warden'), '.'],
      'The tower is dry for ten minutes after the fight.'
    ]
  },
  {
    title: 'Paper Bridge',
    icon: '🌉',
    id: 'paper_bridge',
    view: 'paper-bridge',
    biomes: ['Mountains'],
    rarity: 'Rare',
    spacing: 64,
    separation: 28,
    inhabitants: ['Paper Crane'],
    checked: 'To check',
    surveyed: '2025-12-01',
    aliases: '紙橋',
    lead: [['It carries one bearer at a time, and only those who sneak.']],
    loot: [[mention('items/Paper Talisman'), '60 %', '2–4']],
    notes: [
      ['Weight is counted in items: above ', bold('27 stacks'), ' you fall.'],
      'Rain closes it.',
      'Falling is safe on the side with the lanterns.'
    ]
  },
  {
    title: 'The Unlit Gate',
    icon: '🚪',
    id: 'unlit_gate',
    view: 'unlit-gate',
    biomes: ['Deep dark'],
    rarity: 'Unique',
    spacing: 4096,
    separation: 2048,
    inhabitants: ['The Unlit'],
    checked: 'In review',
    surveyed: '2026-04-05',
    aliases: '不灯の門',
    slug: 'unlit-gate',
    lead: [
      [
        'One in every world, below a mountain, without a road. It opens for three Seal Keys, for two bearers with ',
        mention('techniques/Éclipse à deux'),
        ', or for the ',
        mention('items/Grand Sword of Dusk'),
        '.'
      ]
    ],
    loot: [[mention('items/Vigil Crown'), '100 %', '1 each']],
    notes: [
      'Sculk around the gate is quiet: it has heard it all.',
      'The gate closes for a week after each visit.'
    ]
  }
]
