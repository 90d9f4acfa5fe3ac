import { beforeAll, expect, test } from 'vitest'

import { addressPlantings } from '../canaries/addresses.ts'
import { fieldPlantings } from '../canaries/fields.ts'
import { formerPlantings, pagePlantings } from '../canaries/pages.ts'
import { type Contents, type Published, publishWorld } from '../canaries/published.ts'
import { PUBLIC_WORD, type Planting, newWorld } from '../canaries/world.ts'

const plantings = [...fieldPlantings, ...addressPlantings, ...pagePlantings, ...formerPlantings]
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

test.each(['mirror', 'snapshot', 'export', 'answers'] as const)(
  'nothing private in the workspace appears in the %s',
  (carrier) => {
    const carried = published[carrier]
    expect(containsWord(carried, PUBLIC_WORD)).toBe(true)
    expect(foundIn(carried, plantings)).toEqual([])
    // Lower case, as in paths and in the search index.
    expect(foundIn(carried, plantings, (canary) => canary.toLowerCase())).toEqual([])
    expect(containsWord(carried, TOKEN)).toBe(false)
  }
)

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

/** Canaries that a carrier contains. */
function foundIn(
  carried: Contents,
  list: Planting[],
  spell = (canary: string) => canary
): string[] {
  const found = list.filter(([what]) => containsWord(carried, spell(canaries.get(what) ?? '')))
  return found.map(([what]) => what)
}

/** Whether a name or the bytes of a carrier contain a word, in UTF-8 or UTF-16. */
function containsWord(carried: Contents, word: string): boolean {
  const little = Buffer.from(word, 'utf16le')
  const spellings = [Buffer.from(word), little, Buffer.from(little).swap16()]
  return [...carried].some(
    ([name, bytes]) => name.includes(word) || spellings.some((each) => bytes.includes(each))
  )
}
