import { expect, test } from 'vitest'

import { FullText } from '../../../db/search/match/full-text.ts'
import { SectionText } from '../../../db/search/match/section-text.ts'
import { searchOf } from './searched-pages.ts'

/** The titles that a query finds, best first. */
async function found(query: string, pages: Parameters<typeof searchOf>[0]): Promise<string[]> {
  const { find } = await searchOf(pages)
  return find(query).pages.map(({ title }) => title)
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)

test('the exact title without the words is before a prefix with all words', async () => {
  const pages = { 'Lantern lighthouse s': 'A tower.', Lanternlighthouse: '' }
  const titles = await found('lantern lighthouse', pages)
  expect(titles).toEqual(['Lanternlighthouse', 'Lantern lighthouse s'])
})

// The other page has the alias "kandera", and the words in its text: 0.7 + 1/6. A title of 45
// letters that starts with the query scores the same: 1.5 * (0.5 + 7/45/2).
test.each([
  [40, ['Kandera', 'カンデラ']],
  [50, ['カンデラ', 'Kandera']]
])('a title of %i letters that starts with the query against an alias', async (length, order) => {
  const pages = { カンデラ: 'Kan dera.', [`Kandera${'x'.repeat(length - 7)}`]: '' }
  const titles = await found('kan dera', pages)
  expect(titles.map((title) => title.slice(0, 7))).toEqual(order)
})

test.each([
  ['where do i buy a kettle', 'Kettle'],
  ['whoever travelled northwestwards overland wants a kettle', 'Shop']
])('the name in the question %j against all of its words: %s', async (query, first) => {
  expect((await found(query, { Shop: query, Kettle: '' }))[0]).toBe(first)
})

test('the 200 shortest titles that start with the query are found', async () => {
  const shortest = numbers(202).map((index) => `Candle${900 - index}${'x'.repeat(index)}`)
  const pages = Object.fromEntries(shortest.toReversed().map((title) => [title, '']))
  expect(await found('can dle', pages)).toEqual(shortest.slice(0, 200))
})

test.each([
  [2, ['Page 0', 'Page 1', 'Similar']],
  [3, ['Page 0', 'Page 1', 'Page 2']]
])('similar words are added to %i results', async (count, titles) => {
  const pages = Object.fromEntries(numbers(count).map((index) => [`Page ${index}`, 'A wick.']))
  expect(await found('wick', { ...pages, Similar: 'A wich.' })).toEqual(titles)
})

const filler = 'and so on '.repeat(30)

test.each([
  [0, ['Near', 'Short']],
  [8, ['Near', 'Short']],
  [9, ['Short', 'Near']]
])('words with %i others between them in a long text', async (between, order) => {
  const near = `brass ${'of '.repeat(between)}lamp ${filler}`
  // Near, too, if the words of the other text are a phrase.
  const short = `brass ${'of '.repeat(between + 5)}lamp`
  expect(await found('brass lamp', { Near: near, Short: short })).toEqual(order)
})

test('phrases of the first eight variants of the words are first', async () => {
  const completions = [...'abcdefgh'].map((letter) => `wi${letter}`)
  const phrases = completions.map((word) => [`Phrase ${word}`, `old ${word} ${filler}`])
  const apart = completions.map((word) => [`Apart ${word}`, `old ${'of '.repeat(12)}${word}`])
  const titles = await found('old wi', Object.fromEntries([...apart, ...phrases]))
  const last = titles.findIndex((title) => title.startsWith('Apart'))
  // As typed, and with seven of the eight completions.
  expect(titles.slice(0, last).toSorted()).toEqual(
    completions.slice(0, 7).map((word) => `Phrase ${word}`)
  )
})

test('120 pages are ranked', async () => {
  const pages = Object.fromEntries(numbers(123).map((index) => [`Page ${index}`, 'A wick.']))
  const { find } = await searchOf(pages)
  const ranked = find('wick').pages.filter(({ sections }) => sections.length > 0)
  expect([ranked.length, find('wick').pages.length]).toEqual([120, 123])
})

test('words of up to thirty letters are corrected', async () => {
  const [long, longer] = ['o'.repeat(29), 'u'.repeat(30)]
  const { find } = await searchOf({ Long: `a${long}`, Longer: `a${longer}` })
  expect(find(`b${long}`).didYouMean).toBe(`a${long}`)
  expect(find(`b${longer}`).didYouMean).toBeUndefined()
})

test('words of four letters are highlighted in longer words', async () => {
  const { find } = await searchOf({ Lamp: 'The oil of the lamp burns.' })
  expect(find('oil lamp burns').words.map(({ isPrefix }) => isPrefix)).toEqual([false, true, true])
})

test('the 1,024th section of a page has the text of all further ones', async () => {
  // Section 0 is the text before the first heading.
  const sections = numbers(1030).map((index): [string, string] => [`Part ${index}`, `n${index}n`])
  const { find } = await searchOf({ Long: sections })
  const places = ['n1020n', 'n1021n', 'n1022n', 'n1023n', 'n1029n'].map((word) => {
    const { number = 0, sections: [section = 0] = [] } = find(word).pages[0] ?? {}
    return section - number * 1024
  })
  expect(places).toEqual([1021, 1022, 1023, 1023, 1023])
})

test.each([
  ['three words in any number of sections', [300, 300, 300, 300], 3],
  ['more words in fewer than 500 sections', [100, 100, 100, 100, 99], 5],
  ['more words in 500 sections', [100, 100, 100, 100, 100], 4]
])('a search for any word uses %s', async (_, uses, used) => {
  const words = uses.map((__, index) => `word${'abcde'[index]}`)
  const sections = numbers(300).map((section): [string, string] => [
    `Part ${section}`,
    words.filter((__, index) => section < (uses[index] ?? 0)).join(' ')
  ])
  const { mirror } = await searchOf({ Long: sections })
  // Creates the vocabulary table.
  expect(new FullText(mirror, 'search_text').uses('worda')).toBe(uses[0])
  const variants = words.map((word) => [{ tokens: [word], isPrefix: false }])
  expect(new SectionText(mirror).rarest(variants)).toHaveLength(used)
})

test('a word in 4,000 sections is too common to rank', async () => {
  const section = (index: number): [string, string] => [`Part ${index}`, index ? 'oil wick' : 'oil']
  const pages = [0, 1, 2, 3].map((page) =>
    numbers(1000).map((index) => section(1000 * page + index))
  )
  const { mirror } = await searchOf(
    Object.fromEntries(pages.map((each, at) => [`Page ${at}`, each]))
  )
  const texts = new FullText(mirror, 'search_text')
  expect(texts.find('"oil"')).toMatchObject({ isMany: true })
  expect(texts.find('"wick"')).toMatchObject({ isMany: false })
})

test('a version without its v is a word like others in a query of several words', async () => {
  const { find } = await searchOf({
    Notes: 'Since v1.7 a lamp burns longer.',
    Lamps: 'Each lamp burns for 7 nights.',
    Oil: 'A lamp needs oil.'
  })
  for (const query of ['1.7 lamp', 'lamp 1.7', '1.7 lmap']) {
    expect(find(query).pages.map(({ title }) => title)).toEqual(['Notes'])
  }
})
