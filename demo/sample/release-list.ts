/** One release of the datapack: a row of Download and a section of the changelog. */
export interface Release {
  version: string
  date: string
  channel: 'Stable' | 'Preview'
  support: 'Retired' | 'Fixes only' | 'Current'
  /** Supported versions of the game. */
  games: ('1.21.1' | '1.21.4' | '1.21.5' | '1.21.6' | '1.21.8')[]
  kilobytes: number
  downloads: number
  summary: string
  added: string[]
  changed: string[]
  fixed: string[]
}

/** All releases, newest first. */
export const releaseList: Release[] = [
  {
    version: '1.4.1',
    date: '2026-08-14',
    channel: 'Stable',
    support: 'Current',
    games: ['1.21.4', '1.21.5', '1.21.6', '1.21.8'],
    kilobytes: 412,
    downloads: 1893,
    summary: 'A quiet release: one new technique, and domains that always put every block back.',
    added: [
      'Last Light, the second technique of grade Vigil.',
      'domain/outline shows where a domain fits before you open it.',
      'debug/report writes a book with everything we need to help you.'
    ],
    changed: [
      'The dialog menu remembers its last page.',
      'Harten is built with three kinds of roofs, chosen by biome.'
    ],
    fixed: [
      'Chests inside a closing domain lost items when a hopper stood below.',
      'Threads pulled item frames off walls.',
      'The baker of Harten sold bread to bearers without emeralds. He insists it was kindness.'
    ]
  },
  {
    version: '1.4.0',
    date: '2026-03-21',
    channel: 'Stable',
    support: 'Fixes only',
    games: ['1.21.4', '1.21.5', '1.21.6'],
    kilobytes: 398,
    downloads: 5210,
    summary: 'Domains. The room of night has been on our list since the first day.',
    added: [
      'Domain: Endless Vigil, with rooms that other packs can bring.',
      'The Unlit and its gate.',
      'The Vigil Crown.',
      'Menus as dialogs on 1.21.6 and later.'
    ],
    changed: [
      'Grades above Flame need fewer hollows: 60 and 150 instead of 80 and 200.',
      'Settings moved from scores to storage. They are carried over at the first start.'
    ],
    fixed: [
      'Paper Ward counted bats as monsters.',
      'Oil Mirror returned snowballs to the wrong snow golem.',
      'A step through a waterfall ended below it.'
    ]
  },
  {
    version: '1.4.0-pre1',
    date: '2026-02-21',
    channel: 'Preview',
    support: 'Retired',
    games: ['1.21.4'],
    kilobytes: 391,
    downloads: 318,
    summary:
      'A preview of domains for those who like to break things. Do not use it on a world you love.',
    added: [
      'Domains without their own rooms.',
      'A first version of The Unlit, without its questions.'
    ],
    changed: ['The storage format. Worlds from this preview cannot go back to 1.3.'],
    fixed: ['Nothing yet. That is what previews are for.']
  },
  {
    version: '1.3.3',
    date: '2026-01-31',
    channel: 'Stable',
    support: 'Retired',
    games: ['1.21.1', '1.21.4'],
    kilobytes: 342,
    downloads: 2764,
    summary: 'Lamps on water, and much less lag from them than in our first try.',
    added: ['Tide of Lamps, for grade Beacon.', 'settings/lamp_limit.'],
    changed: [
      'Floating lamps are display entities now: 100 of them cost 0.2 ms a tick instead of 1.9.'
    ],
    fixed: ['Tide Pearls fell through boats.', 'Hollows on bridges counted as hollows in water.']
  },
  {
    version: '1.3.2',
    date: '2025-12-20',
    channel: 'Stable',
    support: 'Retired',
    games: ['1.21.1', '1.21.4'],
    kilobytes: 330,
    downloads: 4402,
    summary: 'The winter release: something for two, and lanterns above the snow.',
    added: [
      'Éclipse à deux, the first technique that needs a partner.',
      'Floating lanterns over high peaks, drawn by our Thai players.',
      'Tide Pearl.'
    ],
    changed: ['Drift Hollows leave soul fire alone.', 'Snow no longer halves the range of Ember.'],
    fixed: [
      'Two bearers learning at one shrine got one technique.',
      'The guide’s page 7 was page 8.'
    ]
  },
  {
    version: '1.3.1',
    date: '2025-11-08',
    channel: 'Stable',
    support: 'Retired',
    games: ['1.21.1', '1.21.4'],
    kilobytes: 318,
    downloads: 1987,
    summary: 'Coats, a lantern from far away, and a trader who finds you.',
    added: [
      'Bearer’s Coat.',
      'Фонарь путника and the trader who sells it.',
      'Russian and Thai in the guide.'
    ],
    changed: ['Wick Thieves come back with one friend instead of two.'],
    fixed: [
      'Silent Bell calmed the ender dragon. It was peaceful, but the portal never opened.',
      'Coats lost their pattern when dyed.'
    ]
  },
  {
    version: '1.3.0',
    date: '2025-09-12',
    channel: 'Stable',
    support: 'Retired',
    games: ['1.21.1', '1.21.4'],
    kilobytes: 305,
    downloads: 3871,
    summary: 'Below the water: the Bellhouse and the keeper of its bell.',
    added: [
      'Sunken Bellhouse and Bell Warden.',
      'Silent Bell and the Bell of Quiet.',
      'Dusk Bread.',
      'oil/freeze, grade/list, hollow/count and debug/profile.'
    ],
    changed: ['At most two Paper Wards may overlap.', 'Hollows are limited to 40 per player.'],
    fixed: ['Fireflies flew to the bedrock ceiling of the Nether.', 'Ash Hounds attacked cats.']
  },
  {
    version: '1.2.1',
    date: '2025-06-07',
    channel: 'Stable',
    support: 'Retired',
    games: ['1.21.1', '1.21.4'],
    kilobytes: 271,
    downloads: 1540,
    summary: 'Moths, fireflies and a way home.',
    added: [
      'Moth Call, Ash Recall and the firefly.',
      'Lamp Moths and their attics.',
      'Ash Hounds.',
      'Ash Compass and Moth Wing.'
    ],
    changed: ['Lantern Step refuses to end inside a portal frame.'],
    fixed: ['A full lantern showed as empty on the first tick.', 'Oil Slimes split into three.']
  },
  {
    version: '1.2.0',
    date: '2025-05-03',
    channel: 'Stable',
    support: 'Retired',
    games: ['1.21.1', '1.21.4'],
    kilobytes: 248,
    downloads: 1322,
    summary: 'Wards of paper and mirrors of oil.',
    added: [
      'Paper Ward, Oil Mirror and the talisman.',
      'Mirror Hollow.',
      'trigger hollow.share for players without rights.'
    ],
    changed: ['Kindle works with the off hand too.'],
    fixed: ['The menu closed when you were hit.', 'Seal Keys did not stack above four.']
  },
  {
    version: '1.1.1',
    date: '2025-04-20',
    channel: 'Stable',
    support: 'Retired',
    games: ['1.21.1'],
    kilobytes: 226,
    downloads: 901,
    summary: 'The sword.',
    added: ['Grand Sword of Dusk and Dusk Cleave.', 'Hollow Thread.'],
    changed: ['Dusk lasts until 13,800 ticks instead of 13,500.'],
    fixed: ['Dusk Ingots came out of blast furnaces at any hour.']
  },
  {
    version: '1.1.0',
    date: '2025-03-15',
    channel: 'Stable',
    support: 'Retired',
    games: ['1.21.1'],
    kilobytes: 204,
    downloads: 877,
    summary: 'Sharing oil, falling cinders, and a guide that you can read.',
    added: [
      'Kindle and Cinder Rain.',
      'Drift Hollow.',
      'Lamp Moss and Dusk Ingot.',
      'The written guide.'
    ],
    changed: ['Slots can be bound in the menu.'],
    fixed: ['Lanterns mended on an anvil forgot their name.']
  },
  {
    version: '1.0.0',
    date: '2025-02-01',
    channel: 'Stable',
    support: 'Retired',
    games: ['1.21.1'],
    kilobytes: 181,
    downloads: 640,
    summary: 'The first lantern.',
    added: [
      'Four techniques: Lantern Step, Wick Flare, Ember and Ember Guard.',
      'Lamp Shrines, Oil Wells and Harten.',
      'Hollowling, Oil Slime and Wick Thief.',
      'Grades from Wick to Vigil.'
    ],
    changed: ['Before this day there was nothing to change.'],
    fixed: ['The dark, in places.']
  }
]
