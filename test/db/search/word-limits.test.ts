import { expect, test } from 'vitest'

import { KnownWords } from '../../../db/search/match/known-words.ts'
import { splitTerm } from '../../../db/search/match/split-term.ts'
import { correctionsOf, variantsOf } from '../../../db/search/match/term-variants.ts'
import { parseQuery } from '../../../site/search/parse-query.ts'
import { candidateNames, isQuestion } from '../../../site/search/questions.ts'
import { Vocabulary } from '../../../site/search/vocabulary.ts'

const letters = [...'abcdefghijklmnopqrstuvwxyz']

function knownWords(names: string[], texts: string[] = []): KnownWords {
  const vocabulary = (words: string[]) => new Vocabulary(words.map((word) => [word, 1]))
  return new KnownWords(vocabulary(names), vocabulary(texts))
}

/** The variants of the last word of a query: a prefix as `word*`. */
function variants(query: string, known: KnownWords): string[] {
  const unit = parseQuery(query).units.at(-1)
  if (!unit) throw new Error(`${query} has no word`)
  return variantsOf(unit, known, []).map(
    ({ tokens, isPrefix }) => `${tokens.join(' ')}${isPrefix ? '*' : ''}`
  )
}

const beginning = (word: string, count: number) =>
  letters.slice(0, count).map((letter) => `${word}${letter}`)

test('a prefix of three letters has eight completions, those of names first', () => {
  const known = knownWords(beginning('lam', 5), beginning('lamo', 9))
  const completions = [...beginning('lam', 5), ...beginning('lamo', 3)]
  expect(variants('lam', known)).toEqual(['lam', ...completions])
})

test.each([
  [19, ['lamp', ...beginning('lamp', 19)]],
  [20, ['lamp', 'lamp*']]
])('a prefix of four letters with %i completions', (count, expected) => {
  expect(variants('lamp', knownWords(beginning('lamp', count)))).toEqual(expected)
})

test('a word of four letters has at most twenty completions', () => {
  const known = knownWords(['lamp', ...beginning('lamp', 21)])
  expect(variants('lamp', known)).toEqual(['lamp', ...beginning('lamp', 20)])
})

test.each([
  ['x:la', ['x la', 'x·la*']],
  ['x:lam', ['x lam', 'x lamp', 'x·lam*']]
])('the last part of a compound name is completed from three letters on: %s', (query, expected) => {
  expect(variants(query, knownWords(['lamp']))).toEqual(expected)
})

test('a word has at most twelve corrections', () => {
  const [unit] = parseQuery('lamp').units
  const known = knownWords(beginning('lam', 13).concat('lamz'))
  const corrections = unit ? correctionsOf(unit, known, 1) : []
  expect(corrections.map(({ text }) => text)).toEqual(beginning('lam', 12))
})

test.each([
  ['lamp oil', false],
  ['the lamp oil', true],
  ['虚灯のひ', false],
  ['虚灯のひみ', true]
])('whether %j may be a question: %s', (query, expected) => {
  expect(isQuestion(parseQuery(query).units)).toBe(expected)
})

test('names in a question have at least two letters, and up to 24 of a run', () => {
  const names = (query: string) => candidateNames(parseQuery(query).units)
  expect(names('a lamp')).toEqual(['alamp', 'lamp'])
  expect(names('a b')).toEqual(['ab'])
  const run = [...'のひみつ'].join('').repeat(7)
  expect(
    Math.max(
      ...names(run)
        .filter((name) => name !== run)
        .map(({ length }) => length)
    )
  ).toBe(24)
})

test.each([
  ['lamp', 1],
  ['cat/dog', 2],
  ['虚灯のひ', 1],
  ['虚灯のひみ', 4]
])('%s is searched in %i parts', (query, parts) => {
  const [unit] = parseQuery(query).units
  const typed = { tokens: unit?.tokens ?? [], isPrefix: false }
  expect(splitTerm([typed])).toHaveLength(parts)
})

test('a single word keeps its corrections', () => {
  const forms = ['lamp', 'lamb'].map((word) => ({ tokens: [word], isPrefix: false }))
  expect(splitTerm(forms)).toEqual([forms])
})
