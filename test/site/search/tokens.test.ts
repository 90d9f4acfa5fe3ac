import { expect, test } from 'vitest'

import { parseQuery } from '../../../site/search/parse-query.ts'
import { romajiOf } from '../../../site/search/romaji.ts'
import { indexTokens, isJoined, unitsOf } from '../../../site/search/tokens.ts'
import { foldText, foldWithOffsets, squash } from '../../../site/search/fold.ts'

test.each<[string, string[]]>([
  ['Lamp oil!', ['lamp', 'oil']],
  ["don't stop", ['dont', 'stop']],
  ['doImmediateRespawn', ['do', 'immediate', 'respawn']],
  ['iPhone', ['i', 'phone']],
  ['HTTPServer XMLHttpRequest', ['http', 'server', 'xml', 'http', 'request']],
  ['NPCs ABc', ['npcs', 'abc']],
  ['minecraft:stone_sword', ['minecraft', 'stone', 'sword']],
  ['v1.20.4', ['v1', '20', '4']],
  ['a/b+c#d-e', ['a', 'b', 'c', 'd', 'e']],
  ['end.', ['end']],
  ['_a', ['a']],
  ['虚灯の', ['虚灯', '灯の', 'の']],
  ['灯', ['灯']],
  ['灯a', ['灯', 'a']],
  ['등불', ['등불', '불']],
  ['ไฟฟ้า', ['ไฟ', 'ฟฟ้', 'ฟ้า', 'า']],
  ['인々〆', ['인々', '々〆', '〆']],
  ['', []]
])('the words of %j in the index are %j', (text, words) => {
  expect(indexTokens(text).words).toEqual(words)
})

test.each<[string, string[]]>([
  ['stone_sword', ['stone·sword']],
  ['v1.20', ['v1·20', '1·20']],
  ['1.20', ['1·20']],
  ['vx.20', ['vx·20']],
  ['doFireTick', ['dofiretick']],
  ['iPhone eBay', ['iphone', 'ebay']],
  ['HTTPServer', ['httpserver']],
  ['NPCs', []],
  ['xdoFire doFire', ['xdofire', 'dofire']],
  ['a-b a-b', ['a·b']],
  ['lamp', []],
  ['ABc', []]
])('the whole names in %j are %j', (text, wholes) => {
  expect(indexTokens(text).wholes).toEqual(wholes)
})

test('a token of up to 64 characters is indexed', () => {
  expect(indexTokens('x'.repeat(64)).words).toHaveLength(1)
  expect(indexTokens('x'.repeat(65)).words).toHaveLength(0)
  expect(indexTokens(`${'x'.repeat(40)}-${'y'.repeat(40)}`)).toMatchObject({ wholes: [] })
})

test('a run of a script without spaces is distinguished from words', () => {
  expect(unitsOf('虚灯 Lamp').map(({ text, isRun }) => [text, isRun])).toEqual([
    ['虚灯', true],
    ['lamp', false]
  ])
  expect([isJoined('灯x'), isJoined('x灯'), isJoined('々'), isJoined('й')]).toEqual([
    true,
    false,
    true,
    false
  ])
})

test.each<[string, string]>([
  ['Été', 'ete'],
  ['STRASSE straße', 'strasse strasse'],
  ['Æther Œuvre Ø Đ ð Ł Þ ı ς', 'aether oeuvre o d d l th i σ'],
  ['ガラス', 'がらす'],
  ['ヶヴ', 'ゖゔ'],
  ['ラーーメン', 'らめん'],
  ['ーー', 'ーー'],
  ['ﾗﾝﾌﾟ', 'らんぷ'],
  ['ＡＢＣ', 'abc'],
  ['a\u00ADb\u200Bc\uFE0F', 'abc'],
  ['1\uFE0F\u20E3', '1'],
  ['l’eau d’or', 'leau dor'],
  ["'tis the dogs'", "'tis the dogs'"],
  ["é'a", 'ea'],
  ["9'a a'9", "9'a a'9"],
  ['йод が', 'йод が']
])('%j is folded to %j', (text, folded) => {
  expect(foldText(text)).toBe(folded)
  expect(foldWithOffsets(text).folded).toBe(folded)
})

test.each<[string, string, string]>([
  ['Straße Lamp', 'lamp', 'Lamp'],
  ['ラーメンの灯', '灯', '灯'],
  ['Œuvre d’or', 'dor', 'd’or'],
  ['ﾗﾝﾌﾟ oil', 'oil', 'oil'],
  ['ﬁre and', 'and', 'and'],
  ['e\u0301te\u0301 lamp', 'lamp', 'lamp'],
  ['ガラスのランプ', 'らんぷ', 'ランプ'],
  ['Йод ЛАМПА', 'лампа', 'ЛАМПА'],
  ['𝐚𝐛 lamp', 'lamp', 'lamp']
])('a match in the folded %j is found in the original', (text, word, original) => {
  const { folded, offsetOf } = foldWithOffsets(text)
  const at = folded.indexOf(word)
  expect(at).toBeGreaterThanOrEqual(0)
  const end = Math.min(offsetOf(at + word.length), text.length)
  expect(text.slice(offsetOf(at), end)).toBe(original)
  expect(offsetOf(folded.length)).toBe(text.length)
  expect(offsetOf(0)).toBe(0)
})

test('characters that become several keep the offset of the first', () => {
  const { folded, offsetOf } = foldWithOffsets('aßb')
  expect(folded).toBe('assb')
  expect([0, 1, 2, 3, 4, 9].map(offsetOf)).toEqual([0, 1, 1, 2, 3, 3])
})

test('names are compared without spaces and punctuation', () => {
  expect(squash('Stone-Sword (v1.2)!')).toBe('stoneswordv12')
  expect(squash('ไฟ ฟ้า')).toBe('ไฟฟ้า')
})

test.each<[string, string[]]>([
  ['とうきょう', ['toukyou', 'tokyo']],
  ['らんぷ', ['ranpu']],
  ['ランプのあかり', ['ranpunoakari', 'ranpu noakari']],
  ['ﾗﾝﾌﾟ', ['ranpu']],
  ['ファイル ティー', ['fairu', 'tii', 'ti']],
  ['おおきい', ['ookii', 'oki']],
  ['ら', []],
  ['虚灯のひみつ', []],
  ['Lamp', []],
  ['', []]
])('%j is written %j in Latin letters', (name, expected) => {
  expect(romajiOf(name).toSorted()).toEqual(expected.toSorted())
})

const wordsOf = (query: string) => parseQuery(query).units.map(({ text }) => text)

test('the last word of a query may be incomplete', () => {
  expect(parseQuery('  Lamp \t oil ')).toMatchObject({
    text: 'lamp oil',
    isCut: false,
    units: [
      { text: 'lamp', tokens: ['lamp'], isLast: false },
      { text: 'oil', tokens: ['oil'], isLast: true }
    ]
  })
  expect(parseQuery('').units).toEqual([])
})

test('a query has at most 200 characters and eight words', () => {
  expect(wordsOf('a b c d e f g h i')).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'])
  expect(parseQuery('a b c d e f g h').isCut).toBe(false)
  expect(parseQuery('a b c d e f g h i').isCut).toBe(true)
  expect(parseQuery('x'.repeat(200)).isCut).toBe(false)
  expect(parseQuery('x'.repeat(201))).toMatchObject({ isCut: true, text: 'x'.repeat(200) })
  expect(parseQuery(`a${' '.repeat(300)}b`).isCut).toBe(false)
})

test('a run is searched by its pairs, a name by its parts, at most 24 of them', () => {
  expect(parseQuery('虚灯の').units[0]?.tokens).toEqual(['虚灯', '灯の'])
  expect(parseQuery('灯').units[0]?.tokens).toEqual(['灯'])
  expect(parseQuery('a-b').units[0]?.tokens).toEqual(['a', 'b'])
  const name = (parts: number) => parseQuery(Array.from({ length: parts }, () => 'a').join('-'))
  expect([name(24).isCut, name(25).isCut]).toEqual([false, true])
  expect(name(25).units[0]?.tokens).toHaveLength(24)
  const run = (length: number) => parseQuery('灯'.repeat(length))
  expect([run(25).isCut, run(26).isCut]).toEqual([false, true])
  expect(run(26).units[0]?.tokens).toHaveLength(24)
})
