import { mention, mono, pageLink } from '../../../builder/rich-text.ts'
import type { Item } from './item.ts'

/** Materials for other items. */
export const materialItems: Item[] = [
  {
    title: 'Lantern Oil',
    rarity: 'Common',
    kind: 'Consumable',
    id: 'lantern_oil',
    modelData: 7101,
    stack: 16,
    dropRate: 0.4,
    from: ['Mob drop', 'Crafting', 'Trade'],
    aliases: '灯油, Oil',
    added: '2025-02-01',
    lead: [
      [
        'A bottle of 10 oil. Drink it, or hold it while a technique runs dry and it is drunk for you.'
      ],
      ['Everything else about oil is in ', mention('Wiki/Oil and Grades'), '.']
    ],
    sources: [
      [mention('mobs/Oil Slime'), '40 %', '1–3'],
      ['Fletcher in Harten', 'always', '4 for 1 emerald'],
      [mention('structures/Oil Well'), 'always', '6, once a day']
    ],
    recipe: [
      'Three Lamp Moss in a row.',
      'A glass bottle below the middle one.',
      'Take two bottles of oil.'
    ],
    uses: [
      'Restores 10 oil at once, no cooldown.',
      'Four bottles in a cauldron light a shrine for a week.',
      [
        'Needed for ',
        mention('techniques/Wick Flare'),
        ' and ',
        mention('techniques/Oil Mirror'),
        '.'
      ]
    ]
  },
  {
    title: 'Wick Cord',
    rarity: 'Common',
    kind: 'Material',
    id: 'wick_cord',
    modelData: 7102,
    stack: 64,
    dropRate: 0.6,
    from: ['Mob drop', 'Crafting'],
    aliases: '灯芯',
    added: '2025-02-01',
    lead: [
      ['Twisted string that remembers where it burned. The first material of almost every path.']
    ],
    sources: [
      [mention('mobs/Wick Thief'), '60 %', '1–2'],
      ['Lamp chests in villages', '25 %', '2–5']
    ],
    recipe: [
      'Three strings in a column.',
      'One charcoal to the right of the lowest.',
      'Take two cords.'
    ],
    uses: [
      ['Teaches ', mention('techniques/Lantern Step'), ', the step everyone starts with.'],
      'Repairs a lantern: one cord restores 40 uses on an anvil.'
    ]
  },
  {
    title: 'Ember',
    rarity: 'Uncommon',
    kind: 'Material',
    id: 'ember',
    modelData: 7103,
    stack: 64,
    dropRate: 0.22,
    from: ['Mob drop', 'Sealing'],
    aliases: '熾',
    added: '2025-02-01',
    lead: [
      [
        'What remains warm of a sealed hollow. Not the technique: that is ',
        mention('techniques/Ember'),
        '.'
      ]
    ],
    sources: [
      [mention('mobs/Hollowling'), '22 %', '1'],
      ['Sealing any hollow', 'always', '1']
    ],
    uses: [
      'Fuel: one ember smelts 20 items.',
      'Placed in an item frame it glows with light level 6.',
      'Five embers reset one learned technique at a shrine.'
    ]
  },
  {
    title: 'Hollow Glass',
    rarity: 'Uncommon',
    kind: 'Material',
    id: 'hollow_glass',
    modelData: 7104,
    stack: 64,
    dropRate: 0.18,
    from: ['Mob drop', 'Chest'],
    aliases: '虚硝子',
    added: '2025-02-01',
    lead: [['Clear on one side only. Which side depends on who looks.']],
    sources: [
      [mention('mobs/Mirror Hollow'), '18 %', '1–2'],
      [mention('structures/Sunken Bellhouse'), '35 %', '1–4']
    ],
    uses: [
      [
        'Teaches ',
        mention('techniques/Ember Guard'),
        ', ',
        mention('techniques/Hollow Thread'),
        ' and ',
        mention('techniques/Oil Mirror'),
        '.'
      ],
      'Two pieces and a spyglass show hidden hollows within 64 blocks.'
    ]
  },
  {
    title: 'Dusk Ingot',
    rarity: 'Rare',
    kind: 'Material',
    id: 'dusk_ingot',
    modelData: 7105,
    stack: 64,
    from: ['Crafting', 'Chest'],
    aliases: '暮鉄',
    added: '2025-03-15',
    lead: [
      [
        'Iron that was cooled at dusk. The furnace has to finish between 12,000 and 13,800 ticks; at any other time you get plain iron.'
      ]
    ],
    sources: [['Lamp chests in Harten', '8 %', '1']],
    recipe: ['Four iron ingots around one Ember.', 'Smelt the bundle.', 'Be there at dusk.'],
    uses: [
      ['Three make the blade of the ', mention('items/Grand Sword of Dusk'), '.'],
      ['Check the time with ', mono('/time query daytime'), '.']
    ]
  },
  {
    title: 'Moth Wing',
    rarity: 'Common',
    kind: 'Material',
    id: 'moth_wing',
    modelData: 7106,
    stack: 64,
    dropRate: 0.35,
    from: ['Mob drop', 'Trade'],
    aliases: '蛾の羽',
    added: '2025-06-07',
    lead: [
      ['Moths shed a wing when they are well fed. Please do not hunt them: feeding gives more.']
    ],
    sources: [
      [mention('mobs/Lamp Moth'), '35 %', '1'],
      ['Feeding a moth Lamp Moss', '70 %', '1']
    ],
    uses: [
      'Dye: one wing and white wool give dust-grey wool.',
      ['Teaches ', mention('techniques/Moth Call'), ' and the firefly.']
    ]
  },
  {
    title: 'Lamp Moss',
    rarity: 'Common',
    kind: 'Material',
    id: 'lamp_moss',
    modelData: 7107,
    stack: 64,
    dropRate: 0.5,
    from: ['Mob drop', 'Chest'],
    aliases: '灯苔',
    added: '2025-03-15',
    lead: [
      [
        'Grows on the north side of lit shrines, one patch a day. We counted all of it once: ',
        mention('Lamp Moss Census'),
        '.'
      ]
    ],
    sources: [
      ['North side of a lit shrine', 'daily', '1–3'],
      [mention('mobs/Drift Hollow'), '50 %', '1']
    ],
    uses: [
      'Food for moths.',
      'Three and a bottle make two Lantern Oil.',
      'Compost: 65 % for a layer.'
    ]
  },
  {
    title: 'Tide Pearl',
    rarity: 'Rare',
    kind: 'Material',
    id: 'tide_pearl',
    modelData: 7108,
    stack: 16,
    dropRate: 0.12,
    from: ['Mob drop', 'Chest'],
    aliases: '潮珠',
    added: '2025-12-20',
    lead: [['It is heavier at new moon. Throw it and it comes back with the next wave.']],
    sources: [
      [mention('mobs/Bell Warden'), '12 %', '1'],
      [mention('structures/Sunken Bellhouse'), '15 %', '1']
    ],
    uses: [
      [
        'Teaches ',
        mention('techniques/Éclipse à deux'),
        ' and ',
        mention('techniques/Tide of Lamps'),
        '.'
      ],
      'In a fishing rod’s off hand it halves the waiting time.'
    ]
  },
  {
    title: 'Dusk Bread',
    rarity: 'Common',
    kind: 'Consumable',
    id: 'dusk_bread',
    modelData: 7109,
    stack: 64,
    from: ['Crafting', 'Trade'],
    aliases: '暮パン',
    added: '2025-09-12',
    lead: [
      [
        'The bakers of ',
        pageLink('structures/Harten', 'Harten'),
        ' sell it from noon on. It is better in the evening.'
      ]
    ],
    sources: [['Baker in Harten', 'always', '3 for 1 emerald']],
    recipe: ['Three wheat in a row.', 'One Lamp Moss above.', 'Take three loaves.'],
    uses: [
      '6 hunger, and 2 oil when eaten after dusk.',
      'Villagers of Harten follow whoever holds it.'
    ]
  }
]
