import { beforeAll, describe, expect, test } from 'vitest'

import { code, page, table, text, toggle } from '../../../demo/builder/blocks.ts'
import { buildWorkspace } from '../../../demo/builder/build-workspace.ts'
import { collection, collectionPage, row } from '../../../demo/builder/collection.ts'
import { pageId } from '../../../demo/builder/record-ids.ts'
import { ROOT_ID, testId } from '../../support/workspaces/records.ts'
import { type TestSite, openSite } from '../../support/sites/site.ts'

const titles = [
  'Éclipse à deux',
  'Oﬃce',
  'テスト',
  'ガス灯',
  'サーバー',
  'とうきょう',
  'Endless Vigil',
  'Domain',
  'Oil',
  'Zug',
  'Straße',
  "Bearer's Lantern",
  'Østerbro',
  'らーめん',
  'ほしのランプ',
  'ヴァイオリンのパーティ',
  'Collar',
  'Red Collar',
  'Collar Rack',
  '⚔️ Weapons',
  'ผัดที่บ้าน',
  'ΟΔΟΣ',
  'Gilded Moth',
  'Moth Hall'
]

const pageTexts: Record<string, string> = {
  Forest: '昔々、東京都の庭師が森で灯籠を作っていた。',
  Harbour: '등불을 켜라, 배가 온다.',
  Sky: 'เมื่อคืนมีโคมลอยบนฟ้า',
  Rules: 'Set doImmediateRespawn to true, since v1.20.4 also on servers.',
  Forge: 'The eWidget asks an HTTPSmelter.',
  Sword: 'Hold minecraft:stone_sword and run /function hollow:domain/open twice.',
  House: 'Below it lies a cellar.',
  Far: `Brass ${'and more '.repeat(30)} kettle.`,
  Close: 'An old brass water kettle.',
  Wind: 'ひかりのカケラを集めると道が開く。',
  Wide: `Silver ${'and more '.repeat(6)} hammer.`,
  Tight: 'It takes the silver hammer.',
  Talk: 'What is the vigil, if not endless?',
  Pets: 'The cat sleeps beside the dog.'
}

const lamp = (title: string, properties: Record<string, string>) => row(title, { properties }, [])

const lamps = collection({
  key: 'Lamps',
  name: 'Lamps',
  schema: { Aliases: { type: 'text' }, 別名: { type: 'text' }, Slug: { type: 'text' } },
  views: [{ type: 'table', name: 'All', show: [] }],
  rows: [
    lamp('Grand Sword of Dusk', { Aliases: 'GSoD, Nightcleaver', Slug: 'big-blade' }),
    lamp('Harten', { 別名: '灯の里、ひのさと' }),
    lamp('Old Name', {}),
    lamp('Firefly', { Aliases: 'Moth' }),
    lamp('Paper Comet', { Slug: 'comet' })
  ]
})

const workspace = buildWorkspace({
  rootPageId: ROOT_ID,
  spaceId: testId(0),
  accounts: [{ key: 'wiki', name: ['Wiki', ''], email: 'wiki@wiki.example', avatar: '' }],
  root: page('Home', {}, [
    collectionPage(lamps, {}),
    ...titles.map((title) => page(title, { key: title }, [])),
    ...Object.entries(pageTexts).map(([title, words]) => page(title, {}, [text(words)])),
    page('Blocks', {}, [
      table([
        ['Item', 'Chance'],
        ['Tallowberry', '5 %']
      ]),
      toggle('More', [text('Inside there is a gloomroot.')]),
      code('plain text', 'give @s emberquartz')
    ])
  ])
})

let site: TestSite

beforeAll(async () => {
  site = await openSite({ workspace })
  for (const [name, title] of [
    ['Old Name', 'Fresh Start'],
    ['Paper Comet', 'Silk Comet']
  ] as const) {
    site.api.edit.setText(pageId(`Lamps/${name}`), title)
  }
  await site.sync()
})

async function found(query: string): Promise<string[]> {
  const reply = await site.app.inject({ url: '/api/search-notion', query: { query } })
  return reply.json<{ results: { title: string }[] }>().results.map(({ title }) => title)
}

const cases: Record<string, [query: string, title: string][]> = {
  'however letters are encoded, cased, wide or accented': [
    ['office', 'Oﬃce'],
    ['OFFICE', 'Oﬃce'],
    ['ｏｆｆｉｃｅ', 'Oﬃce'],
    ['eclipse a deux', 'Éclipse à deux'],
    ['E\u0301CLIPSE', 'Éclipse à deux'],
    ['strasse', 'Straße'],
    ['osterbro', 'Østerbro'],
    ['οδος', 'ΟΔΟΣ'],
    ['weapons', '⚔️ Weapons'],
    ['bearers lantern', "Bearer's Lantern"],
    ['bearer’s lantern', "Bearer's Lantern"]
  ],
  'however kana are written': [
    ['ﾃｽﾄ', 'テスト'],
    ['てすと', 'テスト'],
    ['が\u200Bす灯', 'ガス灯'],
    ['がす灯', 'ガス灯'],
    ['ｶﾞｽ灯', 'ガス灯'],
    ['サーバ', 'サーバー'],
    ['さーばー', 'サーバー'],
    ['ｻｰﾊﾞｰ', 'サーバー']
  ],
  'within runs that have no spaces': [
    ['灯籠', 'Forest'],
    ['庭師が森', 'Forest'],
    ['등불', 'Harbour'],
    ['ลอย', 'Sky'],
    ['ヒカリ', 'Wind'],
    ['かけら', 'Wind'],
    ['昔の庭師の灯籠はどこにある', 'Forest'],
    ['โคมลอยอยู่ที่ไหน', 'Sky']
  ],
  'with a letter wrong, missing, too many or in its neighbour’s place': [
    ['domian', 'Domain'],
    ['domein', 'Domain'],
    ['domin', 'Domain'],
    ['doomain', 'Domain'],
    ['endles vigli', 'Endless Vigil'],
    ['talowberry', 'Blocks'],
    ['emberqaurtz', 'Blocks'],
    ['minecraft:stone_swrod', 'Sword'],
    ['hollow:domian/open', 'Sword'],
    ['doimmediaterepsawn', 'Rules'],
    ['silver hammre', 'Tight'],
    ['clolar', 'Collar']
  ],
  'while its last word is being typed': [
    ['endless vig', 'Endless Vigil'],
    ['endl', 'Endless Vigil'],
    ['bearer', "Bearer's Lantern"],
    ['gl', 'Blocks'],
    ['gloo', 'Blocks'],
    ['hollow:dom', 'Sword'],
    ['stone_swo', 'Sword'],
    ['ผัดท', 'ผัดที่บ้าน'],
    ['silver hamm', 'Tight']
  ],
  'with names and commands whole and in parts': [
    ['/function hollow:domain/open', 'Sword'],
    ['hollow:domain', 'Sword'],
    ['minecraft:stone_sword', 'Sword'],
    ['stone_sword', 'Sword'],
    ['stone sword', 'Sword'],
    ['v1.20.4', 'Rules'],
    ['1.20.4', 'Rules'],
    ['doImmediateRespawn', 'Rules'],
    ['doimmediaterespawn', 'Rules'],
    ['immediate respawn', 'Rules'],
    ['ewidget', 'Forge'],
    ['widget', 'Forge'],
    ['smelter', 'Forge'],
    ['httpsmelter', 'Forge'],
    ['cat/dog', 'Pets']
  ],
  'with its words in one, and the beginning of them': [
    ['endlessvigil', 'Endless Vigil'],
    ['endlessvi', 'Endless Vigil'],
    ['とうきょ', 'とうきょう']
  ],
  'by its name within a question': [
    ['where can i find the endless vigil qqqq', 'Endless Vigil'],
    // One page has all these words but is not the intended one.
    ['what is the endless vigil', 'Endless Vigil'],
    ['どうしてテストはどこにもないのか', 'テスト']
  ],
  'with one letter or two': [
    ['z', 'Zug'],
    ['zu', 'Zug'],
    ['籠', 'Forest'],
    ['森', 'Forest'],
    ['た', 'Forest']
  ],
  'by its other names': [
    ['gsod', 'Grand Sword of Dusk'],
    ['nightcleaver', 'Grand Sword of Dusk'],
    ['big blade', 'Grand Sword of Dusk'],
    ['灯の里', 'Harten'],
    ['hinosato', 'Harten'],
    ['old name', 'Fresh Start'],
    ['paper comet', 'Silk Comet'],
    ['toukyou', 'とうきょう'],
    ['tokyo', 'とうきょう'],
    ['tesuto', 'テスト'],
    ['raamen', 'らーめん'],
    ['ramen', 'らーめん'],
    ['ranpu', 'ほしのランプ'],
    ['vaiorin no pati', 'ヴァイオリンのパーティ'],
    ['paati', 'ヴァイオリンのパーティ']
  ],
  'by the text of its tables, toggles and code': [
    ['tallowberry', 'Blocks'],
    ['gloomroot', 'Blocks'],
    ['emberquartz', 'Blocks']
  ]
}

describe.each(Object.entries(cases))('a page is found %s', (_how, queries) => {
  test.each(queries)('%s: %s', async (query, title) => {
    expect((await found(query))[0]).toBe(title)
  })
})

test.each([
  ['what is written so comes before what is nearly so', 'cellar', 'House'],
  ['words that stand near each other come before others', 'brass kettle', 'Close'],
  ['in either order', 'kettle brass', 'Close']
])('%s: %s', async (_what, query, title) => {
  expect((await found(query))[0]).toBe(title)
})

test('a title that starts with the query ranks before an alias, a longer title and a text', async () => {
  expect(await found('moth')).toEqual(['Moth Hall', 'Firefly', 'Gilded Moth'])
})

test('a punctuation character alone is not a word', async () => {
  const reply = await site.app.inject({ url: '/api/search-notion', query: { query: '❤️' } })
  expect(reply.json()).toMatchObject({ query: '', results: [] })
})

test('a word that occurs is not taken for a misspelling', async () => {
  const reply = await site.app.inject('/api/search-notion?query=cellar')
  expect(reply.json()).toMatchObject({ didYouMean: null })
})

test.each([
  ['voiced kana for others', 'かす灯'],
  ['a misspelt run of Japanese', '灯篭'],
  ['a misspelt word of three letters', 'oli']
])('no page is found for %s', async (_what, query) => {
  expect(await found(query)).toEqual([])
})
