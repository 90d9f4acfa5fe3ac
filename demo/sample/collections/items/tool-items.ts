import { h2, image, numbered, quote, table, toggle, bullets } from '../../../builder/blocks.ts'
import { bold, italic, mention, mono } from '../../../builder/rich-text.ts'
import { attachment, cover } from '../../assets.ts'
import type { Item } from './item.ts'

/** Tools, weapons and ornaments. */
export const toolItems: Item[] = [
  {
    title: "Bearer's Lantern",
    rarity: 'Common',
    kind: 'Tool',
    id: 'bearers_lantern',
    modelData: 7201,
    stack: 1,
    from: ['Crafting', 'Trade'],
    aliases: '灯持ちの提灯, Lantern',
    added: '2025-02-01',
    lead: [
      [
        'Every technique starts here. It has 400 uses and breaks into a frame that can be mended, so it is never lost.'
      ],
      ['The glass shows your oil: five steps from full to dark.']
    ],
    recipe: [
      'A lantern in the middle.',
      'Wick Cord above, copper ingots left and right.',
      'Any sign below. The sign’s first word becomes its name.'
    ],
    uses: [
      'Sneak and use: Lantern Step.',
      'Use: the technique you put into slot one.',
      'Swap hands: the technique in slot two.',
      ['All slots are in ', mono('/trigger hollow.menu'), '.']
    ]
  },
  {
    title: 'Grand Sword of Dusk',
    rarity: 'Relic',
    kind: 'Weapon',
    id: 'grand_sword_of_dusk',
    modelData: 7202,
    stack: 1,
    from: ['Crafting'],
    aliases: 'GSoD, 大暮剣',
    added: '2025-04-20',
    cover: cover('dusk'),
    lead: [
      [
        'A blade as long as an evening. It grows stronger while the sun sets: ',
        bold('9 damage by day, 14 at dusk, 11 at night'),
        '.'
      ],
      ['It opens ', mention('techniques/Dusk Cleave'), ' and one door nobody has drawn on a map.']
    ],
    recipe: [
      'Three Dusk Ingots in the middle column.',
      'Hollow Glass left and right of the middle one.',
      'Craft it between 12,000 and 13,800 ticks.'
    ],
    uses: [
      'Attack speed 1.2, sweeping reach +1 block.',
      'Durability 1,561, mended with Dusk Ingots only.',
      'Cannot be enchanted with Fire Aspect: it does not like to be told to burn.'
    ],
    more: [
      h2('Damage by time of day'),
      table([
        ['Daytime', 'Ticks', 'Damage'],
        ['Morning', '0–5,999', '9'],
        ['Noon', '6,000–11,999', '9'],
        ['Dusk', '12,000–13,799', '14'],
        ['Night', '13,800–22,999', '11'],
        ['Dawn', '23,000–23,999', '7']
      ]),
      image(attachment('unlit-gate.png'), 'The door in question'),
      h2('Waking the sword'),
      numbered(
        ['Seal ten hollows with it (', mono('/scoreboard players get @s hollow.gsod'), ').'],
        'Plant it on a hill at dusk and step back six blocks.',
        'Wait for the moths. Do not touch anything until they leave.'
      ),
      quote('It was never a big sword. It is a small gate with a handle.'),
      toggle('Numbers for pack makers', [
        bullets(
          ['Attribute ids: ', mono('hollow:dusk_damage'), ' and ', mono('hollow:dusk_reach'), '.'],
          'Damage is changed by a modifier, so other packs may add to it.',
          ['Predicate: ', mono('hollow:is_dusk'), '.']
        )
      ])
    ]
  },
  {
    title: 'Paper Talisman',
    rarity: 'Uncommon',
    kind: 'Tool',
    id: 'paper_talisman',
    modelData: 7203,
    stack: 32,
    dropRate: 0.28,
    from: ['Mob drop', 'Crafting'],
    aliases: '符, Ofuda',
    added: '2025-05-03',
    lead: [
      [
        'Write a word on it in an anvil; the ring that it stands in glows in the colour of that word’s length.'
      ]
    ],
    sources: [[mention('mobs/Paper Crane'), '28 %', '1–2']],
    recipe: ['Three paper in a column.', 'One Ember to the right of the middle.', 'Take four.'],
    uses: [
      ['Thrown: the first half of ', mention('techniques/Paper Ward'), '.'],
      'On a door: hollows do not open it for a night.'
    ]
  },
  {
    title: 'Bell of Quiet',
    rarity: 'Rare',
    kind: 'Tool',
    id: 'bell_of_quiet',
    modelData: 7204,
    stack: 1,
    dropRate: 0.2,
    from: ['Mob drop'],
    aliases: '静けさの鐘',
    added: '2025-09-12',
    lead: [['It rings in the heads of others. You hear nothing and know that it worked.']],
    sources: [[mention('mobs/Bell Warden'), '20 %, always the first time', '1']],
    uses: [
      ['Teaches and powers ', mention('techniques/Silent Bell'), '.'],
      'Cracks after 40 uses; a Dusk Ingot mends it.'
    ]
  },
  {
    title: 'Ash Compass',
    rarity: 'Uncommon',
    kind: 'Tool',
    id: 'ash_compass',
    modelData: 7205,
    stack: 1,
    from: ['Crafting'],
    aliases: '灰の羅針盤',
    added: '2025-06-07',
    lead: [['Points to the last shrine you lit. In the Nether it points to where you came in.']],
    recipe: ['A compass in the middle.', 'Ember left and right.', 'Charcoal above and below.'],
    uses: [
      ['Hold it to use ', mention('techniques/Ash Recall'), '.'],
      'Sneak and use it on a shrine to make that one the target.'
    ]
  },
  {
    title: 'Фонарь путника',
    rarity: 'Rare',
    kind: 'Ornament',
    id: 'travellers_lantern',
    modelData: 7206,
    stack: 1,
    from: ['Trade'],
    aliases: 'Traveller’s lantern, 旅人の提灯',
    added: '2025-11-08',
    lead: [
      [
        'A gift from the Russian-speaking server, who built the wandering trader that sells it. The name means ',
        italic('a traveller’s lantern'),
        '.'
      ]
    ],
    sources: [['Wandering trader, after ten sealed hollows', '1 in 6 visits', '1 for 24 emeralds']],
    uses: [
      'Worn in the off hand it shows the way north as a thin line of light.',
      'Dims when a hollow is within 20 blocks.',
      'Burns without oil. Nobody knows on what.'
    ]
  },
  {
    title: 'Seal Key',
    rarity: 'Rare',
    kind: 'Tool',
    id: 'seal_key',
    modelData: 7207,
    stack: 8,
    dropRate: 0.15,
    from: ['Sealing', 'Chest'],
    aliases: '封鍵',
    added: '2025-02-01',
    lead: [['Wakes a shrine, opens a gate, or is a bad key to any door in Harten.']],
    sources: [
      ['Sealing a hollow at grade Flame or above', '15 %', '1'],
      [mention('structures/Moth Attic'), '20 %', '1']
    ],
    uses: [
      'Use on an unlit shrine: lit for good.',
      ['One of three for ', mention('structures/The Unlit Gate'), '.'],
      ['Material of ', mention('techniques/Domain: Endless Vigil'), '.']
    ]
  },
  {
    title: "Bearer's Coat",
    rarity: 'Uncommon',
    kind: 'Ornament',
    id: 'bearers_coat',
    modelData: 7208,
    stack: 1,
    from: ['Crafting'],
    aliases: '灯持ちの羽織',
    added: '2025-11-08',
    lead: [
      [
        'A leather tunic with a pattern for each grade. It protects like iron and dyes like leather.'
      ]
    ],
    recipe: ['A leather tunic in the middle.', 'Moth Wing in the four corners.', 'Ember below.'],
    uses: [
      'Armour 6, toughness 0.',
      'Cold: powder snow does not freeze you.',
      'The pattern follows your grade by itself.'
    ]
  },
  {
    title: 'Vigil Crown',
    rarity: 'Relic',
    kind: 'Ornament',
    id: 'vigil_crown',
    modelData: 7209,
    stack: 1,
    dropRate: 1,
    from: ['Mob drop'],
    aliases: '夜番の冠',
    added: '2026-03-21',
    slug: 'vigil-crown',
    lead: [['Given, not taken: it lies where The Unlit stood when the last lamp goes out.']],
    sources: [[mention('mobs/The Unlit'), 'always', '1 for each bearer in the fight']],
    uses: [
      [
        'Teaches ',
        mention('techniques/Domain: Endless Vigil'),
        ' and ',
        mention('techniques/Last Light'),
        '.'
      ],
      'Worn: phantoms leave you alone.'
    ]
  }
]
