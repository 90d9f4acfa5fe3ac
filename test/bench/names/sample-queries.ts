import { Random } from '../../../demo/generate/random.ts'
import type { Mirror } from '../../../db/mirror/open-mirror.ts'
import { readShardPages } from '../../../db/search/read-shard-pages.ts'

/** A query with its kind. */
export interface KindOfQuery {
  kind: string
  query: string
}

/** Queries from the titles and texts of a mirror, of each kind as many. Deterministic. */
export function sampleQueries(mirror: Mirror, perKind: number): KindOfQuery[] {
  const random = new Random('queries')
  const pages = [...readShardPages(mirror)].filter(({ title }) => title !== '')
  const texts = pages.flatMap(({ sections }) => sections.map(({ text }) => text))
  const words = texts.map((text) => text.match(/[\p{sc=Latin}\d]{3,}/gu) ?? [])
  const runs = texts.flatMap((text) => text.match(/[\p{sc=Han}\p{sc=Hiragana}]{4,}/gu) ?? [])
  const pick = <T>(items: T[]): T | undefined => items[random.between(0, items.length - 1)]
  const sequence = (length: number): string => {
    const own = pick(words.filter((each) => each.length >= length)) ?? []
    const from = random.between(0, own.length - length)
    return own.slice(from, from + length).join(' ')
  }
  const kinds: Record<string, () => string> = {
    title: () => pick(pages)?.title ?? '',
    'beginning of a title': () => (pick(pages)?.title ?? '').slice(0, 5),
    'word of a text': () => sequence(1),
    'two words of a text': () => sequence(2),
    'words apart': () => {
      const own = pick(words.filter((each) => each.length >= 8)) ?? []
      return [pick(own), pick(own)].join(' ')
    },
    'Japanese of a text': () => {
      const run = pick(runs) ?? ''
      const from = random.between(0, Math.max(0, run.length - 3))
      return run.slice(from, from + random.between(2, 5))
    }
  }
  return Object.entries(kinds).flatMap(([kind, next]) =>
    Array.from({ length: perKind }, () => ({ kind, query: next() }))
  )
}
