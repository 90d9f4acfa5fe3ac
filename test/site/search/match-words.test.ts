import Database from 'better-sqlite3'
import { expect, test } from 'vitest'

import { matchWords } from '../../../site/search/match-words.ts'
import { indexTokens } from '../../../site/search/tokens.ts'

const texts = [
  '炭治郎は水の呼吸を使う。',
  '水と炎の剣',
  'The Éclair Lantern burns oil',
  'Lanterns of minecraft:stone_sword',
  'Nothing here: a "quoted" word AND another'
]

const database = new Database(':memory:')
database.exec(`create virtual table words using fts5 (body, tokenize='ascii')`)
for (const text of texts) {
  database.prepare('insert into words values (?)').run(indexTokens(text).words.join(' '))
}
const find = database
  .prepare<[string], number>('select rowid from words where words match ? order by rowid')
  .pluck()

test.each([
  ['水の呼吸', [1]],
  ['水', [1, 2]],
  ['呼吸 炭治郎', [1]],
  ['ﾊﾝﾀｰ', []],
  ['eclair LANTERN', [3]],
  ['lantern*', [3, 4]],
  ['lantern', [3]],
  ['stone_sword', [4]],
  ['"quoted" AND', [5]],
  ['oil lanterns', []],
  ['', []],
  ['?!* ()', []],
  ["'; drop table words", []]
])('search(%j) finds the texts with these words', (words, rows) => {
  expect(find.all(matchWords(words))).toEqual(rows)
})
