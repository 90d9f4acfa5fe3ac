import { Random } from '../../../demo/generate/random.ts'

/** A page of the corpus. */
export interface CorpusPage {
  title: string
  alias: string
  /** A word that only this page contains, and a resource identifier. */
  rare: string
  identifier: string
  sections: { heading: string; text: string }[]
}

export const queryKinds = [
  'exact',
  'prefix',
  'one typo',
  'transposition',
  'two words',
  'Japanese in mid-sentence',
  'half-width',
  'hiragana',
  'alias',
  'word of a text',
  'typo in a text',
  'identifier',
  'beginning of an identifier',
  'Japanese question'
] as const

/** A query with the page it should find. */
export interface KnownItem {
  kind: (typeof queryKinds)[number]
  query: string
  /** Index of the page. */
  page: number
}

const SECTIONS = 4
const SENTENCES = 3
const syllables =
  'ka re mo lin tor vas der ul bri nak sel phi gro wen dal ith or zan mer tio'.split(' ')
const kanji = [
  ...'炎水風雷氷光闇月星森海山川空雨雪花鳥竜虎狼剣盾弓槍塔城門橋道夜朝影声歌夢魂命時刻灯火石金銀鉄鏡霧砂島谷泉巫王騎守護封印術式陣結界'
]
const kana = [
  ...'アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワンガギグゲゴザジズゼゾダデドバビブベボ'
]
const common =
  'the of and to in a is with on for from when light near must has more than all one'.split(' ')
const particles = ['の', 'を', 'が', 'は', 'に', 'と', 'で']

/** Pages in English and Japanese (every third) with unique titles. Deterministic for a seed. */
export function makeCorpus(size: number, seed = 'pages'): CorpusPage[] {
  const random = new Random(seed)
  const words = Array.from({ length: 2000 + size / 4 }, () => latinWord(random))
  const titles = new Set<string>()
  while (titles.size < size) {
    const isJapanese = titles.size % 3 === 2
    titles.add(isJapanese ? japaneseTitle(random) : latinTitle(random, words))
  }
  const all = [...titles]
  const another = new Random(`${seed} in texts`)
  return all.map((title, index) => {
    const rare = rareWord(another)
    const identifier = `${pick(another, words)}:${pick(another, words)}_${pick(another, words)}`
    const identifiers = [`It is ${rare}, by ${identifier}.`]
    const sections = Array.from({ length: SECTIONS }, () => ({
      heading: `${capital(pick(random, words))} ${pick(random, words)}`,
      text: [
        ...Array.from({ length: SENTENCES }, () => sentence(random, { words, all })),
        ...identifiers.splice(0)
      ].join(' ')
    }))
    const alias =
      index % 3 === 2 ? kanaWord(random, 6) : `${latinWord(random)} ${latinWord(random)}`
    return { title, alias, rare, identifier, sections }
  })
}

/** Has more syllables than any other word. */
function rareWord(random: Random): string {
  return Array.from({ length: 5 }, () => pick(random, syllables)).join('')
}

/** This many queries of each kind, for pages across the corpus. */
export function knownItems(corpus: CorpusPage[], perKind: number, seed = 'queries'): KnownItem[] {
  const random = new Random(seed)
  return queryKinds.flatMap((kind) => {
    const items: KnownItem[] = []
    while (items.length < perKind) {
      const page = below(random, corpus.length)
      const query = corpus[page] && queryFor(kind, corpus[page], random)
      if (query) items.push({ kind, query, page })
    }
    return items
  })
}

function queryFor(kind: KnownItem['kind'], page: CorpusPage, random: Random): string | undefined {
  const { title, alias } = page
  const words = title.toLowerCase().split(' ')
  const isLatin = /^[a-z ]+$/i.test(title)
  const kanaPart = /[ァ-ヶ]{3,}/.exec(title)?.[0]
  const changed = (change: (word: string) => string) =>
    isLatin ? words.map((word, index) => (index === 0 ? change(word) : word)).join(' ') : undefined
  switch (kind) {
    case 'exact':
      return title
    case 'prefix':
      return isLatin ? title.slice(0, -Math.min(3, (words.at(-1)?.length ?? 0) - 3)) : undefined
    case 'one typo':
      return changed((word) => withTypo(word, random))
    case 'transposition':
      return changed((word) => swapped(word, random))
    case 'two words':
      return isLatin ? words.slice(0, 2).toReversed().join(' ') : undefined
    case 'Japanese in mid-sentence':
      return japanesePart(page, random)
    case 'half-width':
      return kanaPart && title.replaceAll(/[ァ-ヶ]+/g, halfWidth)
    case 'hiragana':
      return kanaPart && title.replaceAll(/[ァ-ヶ]/g, (letter) => shifted(letter, -0x60))
    case 'alias':
      return alias
    case 'word of a text':
      return page.rare
    case 'typo in a text':
      return withTypo(page.rare, random)
    case 'identifier':
      return page.identifier
    case 'beginning of an identifier':
      return page.identifier.slice(0, -2)
    case 'Japanese question':
      return isLatin ? undefined : `${title}はどこにありますか`
  }
}

function japanesePart({ sections }: CorpusPage, random: Random): string | undefined {
  const text = sections.map((section) => section.text).join(' ')
  const runs: string[] = text.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]{14,}/gu) ?? []
  return runs.length > 0 ? pick(random, runs).slice(3, 11) : undefined
}

function withTypo(word: string, random: Random): string {
  const at = 1 + below(random, word.length - 2)
  const other = 'abcdefghijklmnoprstuvwz'[below(random, 23)] ?? 'x'
  return below(random, 2) === 0
    ? word.slice(0, at) + word.slice(at + 1)
    : word.slice(0, at) + (other === word[at] ? 'x' : other) + word.slice(at + 1)
}

function swapped(word: string, random: Random): string {
  const places = Array.from(word.slice(1)).flatMap((each, index) =>
    each === word[index] ? [] : [index]
  )
  const at = pick(random, places)
  return `${word.slice(0, at)}${word[at + 1] ?? ''}${word[at] ?? ''}${word.slice(at + 2)}`
}

function pick<T>(random: Random, items: readonly T[]): T {
  const item = items[below(random, items.length)]
  if (item === undefined) throw new Error('nothing to choose from')
  return item
}

/** An integer from 0 up to but excluding `count`. */
function below(random: Random, count: number): number {
  return random.between(0, count - 1)
}

function latinTitle(random: Random, words: string[]): string {
  const count = 2 + below(random, 2)
  return Array.from({ length: count }, () => capital(pick(random, words))).join(' ')
}

function latinWord(random: Random): string {
  return Array.from({ length: 2 + below(random, 3) }, () => pick(random, syllables)).join('')
}

function japaneseTitle(random: Random): string {
  const start = Array.from({ length: 2 + below(random, 2) }, () => pick(random, kanji)).join('')
  return `${start}${pick(random, particles)}${kanaWord(random, 4)}`
}

function kanaWord(random: Random, length: number): string {
  return Array.from({ length }, () => pick(random, kana)).join('')
}

/** A mix of common and rare words, sometimes with the title of another page. */
function sentence(random: Random, { words, all }: { words: string[]; all: string[] }): string {
  if (below(random, 3) === 0) return `${japaneseSentence(random)}。`
  const parts = Array.from({ length: 12 }, () =>
    below(random, 2) === 0 ? pick(random, common) : pick(random, words)
  )
  if (below(random, 4) === 0) parts.push(pick(random, all))
  return `${capital(parts.join(' '))}.`
}

function japaneseSentence(random: Random): string {
  const parts = Array.from({ length: 6 }, () => {
    const word =
      below(random, 3) === 0 ? kanaWord(random, 3) : pick(random, kanji) + pick(random, kanji)
    return word + pick(random, particles)
  })
  return `${parts.join('')}ある`
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

function shifted(letter: string, by: number): string {
  return String.fromCodePoint((letter.codePointAt(0) ?? 0) + by)
}

const halfKana = 'ｱｲｳｴｵｶｷｸｹｺｻｼｽｾｿﾀﾁﾂﾃﾄﾅﾆﾇﾈﾉﾊﾋﾌﾍﾎﾏﾐﾑﾒﾓﾔﾕﾖﾗﾘﾙﾚﾛﾜﾝ'

function halfWidth(word: string): string {
  // In half width, voiced kana are two characters: the letter and its mark.
  return [...word.normalize('NFD')]
    .map((letter) => {
      if (letter === '\u3099') return 'ﾞ'
      return [...halfKana].find((half) => half.normalize('NFKC') === letter) ?? letter
    })
    .join('')
}
