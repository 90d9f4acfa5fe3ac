import { beforeAll, expect, test } from 'vitest'

import { addressPlantings } from '../canaries/addresses.ts'
import { fieldPlantings, userPlantings } from '../canaries/fields.ts'
import { formerPlantings, pagePlantings } from '../canaries/pages.ts'
import { privateFieldPlantings } from '../canaries/private-fields.ts'
import { type Contents, type Published, RECORDS, publishWorld } from '../canaries/published.ts'
import { PUBLIC_WORD, type Planting, newWorld } from '../canaries/world.ts'

/** What a sync drops before it stores a record. */
const droppedPlantings = [
  ...privateFieldPlantings,
  ...fieldPlantings,
  ...userPlantings,
  ...addressPlantings
]
const plantings = [...droppedPlantings, ...pagePlantings, ...formerPlantings]
/** Only letters and digits: the same in JSON, in URLs and, in lower case, in paths. */
const canaryOf = (index: number) => `Canary${String(index).padStart(3, '0')}Zq`
const canaries = new Map(plantings.map(([what], index) => [what, canaryOf(index)]))
const TOKEN = canaryOf(999)

const world = newWorld()
let published: Published

beforeAll(async () => {
  for (const [what, plant] of plantings) plant(world, canaries.get(what) ?? '')
  published = await publishWorld(world, TOKEN)
})

const carriers = [
  'mirror',
  'snapshot',
  'export',
  'folder',
  'recording',
  'clone',
  'answers',
  'logs'
] as const

test.each(carriers)('nothing private in the workspace appears in the %s', (carrier) => {
  const carried = published[carrier]
  expect(containsWord(carried, PUBLIC_WORD)).toBe(true)
  expect(foundIn(carried, plantings)).toEqual([])
  expect(containsWord(carried, TOKEN)).toBe(false)
})

test('the answers contain the records that slots get', () => {
  expect(containsWord(published.answers, RECORDS)).toBe(true)
})

test.each([
  ['staging', PUBLIC_WORD],
  ['reports', canaries.get('an excluded page') ?? '']
] as const)('no private field is kept in the %s', (carrier, word) => {
  const carried = published[carrier]
  expect(containsWord(carried, word)).toBe(true)
  expect(foundIn(carried, droppedPlantings)).toEqual([])
  expect(containsWord(carried, TOKEN)).toBe(false)
})

test('the workspace contains every canary in a different field', async () => {
  const files = await Promise.all([...world.assets.values()].map(({ read }) => read()))
  const text = JSON.stringify([world.workspace, files.map(String)])
  const absent = plantings.filter(([what]) => !text.includes(canaries.get(what) ?? 'none'))
  expect(absent).toEqual([])
  expect(canaries.size).toBe(plantings.length)
})

test('records that became private after the first sync were public before it', () => {
  const former = formerPlantings.map(([what]) => what)
  expect(foundIn(published.before, plantings)).toEqual(former)
})

/** The list's canaries that the names or bytes of a carrier contain, also in lower case. */
function foundIn(carried: Contents, list: Planting[]): string[] {
  const texts = [...carried].flatMap(([name, bytes]) => [name, textOf(bytes)])
  const found = new Set(texts.flatMap((text) => text.match(/canary\d{3}zq/gi) ?? []))
  const numbers = new Set([...found].map((canary) => canary.toLowerCase()))
  return list
    .map(([what]) => what)
    .filter((what) => numbers.has(canaries.get(what)?.toLowerCase() ?? ''))
}

/** Whether a name or the bytes of a carrier contain a word. */
function containsWord(carried: Contents, word: string): boolean {
  return [...carried].some(([name, bytes]) => name.includes(word) || textOf(bytes).includes(word))
}

/** The ASCII characters of bytes, in UTF-8 or UTF-16. */
function textOf(bytes: Buffer): string {
  return bytes.toString('latin1').replaceAll('\0', '')
}
