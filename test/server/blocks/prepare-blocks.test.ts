import type { Block, ExtendedRecordMap } from 'notion-types'
import { describe, expect, test } from 'vitest'

import { NOTE_TYPE } from '../../../web/blocks/limits/truncation-notes.ts'
import { prepareBlocks } from '../../../web/blocks/prepare/prepare-blocks.ts'

type Blocks = ReadonlyMap<string, Block>
type Links = Record<string, { to?: string[]; original?: string; type?: string }>

/** A record map of text blocks or synced references with this content. */
function recordMapOf(links: Links): ExtendedRecordMap {
  const boxes = Object.entries(links).map(([id, { to, original, type }]) => {
    const format = original && { transclusion_reference_pointer: { id: original } }
    const kind = type ?? (original ? 'transclusion_reference' : 'text')
    return [id, { role: 'reader', value: { id, type: kind, content: to, format } }]
  })
  return {
    block: Object.fromEntries(boxes),
    collection: {},
    collection_view: {},
    collection_query: {},
    notion_user: {},
    signed_urls: {}
  }
}

/** Number of blocks that a renderer would visit below one; stops at a million. */
function shownBlocks(blocks: Blocks, id: string, depth = 0) {
  let count = 0
  let deepest = 0
  const walk = (blockId: string, level: number) => {
    const block = blocks.get(blockId)
    if (isNote(block)) return
    if (++count > 1_000_000) throw new Error('the tree does not end')
    deepest = Math.max(deepest, level)
    for (const child of block?.content ?? []) walk(child, level + 1)
  }
  walk(id, depth)
  return { count, deepest }
}

/** The content of a block without truncation notes. */
function contentOf(blocks: Blocks, id: string) {
  const content = blocks.get(id)?.content
  return content?.filter((child) => !isNote(blocks.get(child)))
}

function isNote(block: Block | undefined): boolean {
  const type: string | undefined = block?.type
  return type === NOTE_TYPE
}

describe('prepareBlocks', () => {
  test('leaves a page without repeats unchanged', () => {
    const input = recordMapOf({ page: { to: ['a', 'b'] }, a: { to: ['c'] }, b: {}, c: {} })

    const { blocks, truncations } = prepareBlocks(input, 'page')

    expect(truncations).toEqual([])
    expect(contentOf(blocks, 'page')).toEqual(['a', 'b'])
    expect(contentOf(blocks, 'a')).toEqual(['c'])
  })

  test('shows the original in place of a synced reference', () => {
    const input = recordMapOf({
      page: { to: ['ref'] },
      ref: { original: 'box' },
      box: { type: 'transclusion_container', to: ['a'] },
      a: {}
    })

    const { blocks } = prepareBlocks(input, 'page')

    expect(blocks.get('ref')?.type).toBe('transclusion_container')
    expect(contentOf(blocks, 'ref')).toEqual(['box'])
  })

  test('ends two synced references that point at each other', () => {
    const input = recordMapOf({
      page: { to: ['one', 'two'] },
      one: { original: 'two' },
      two: { original: 'one' }
    })

    const { blocks, truncations } = prepareBlocks(input, 'page')

    expect(truncations).toEqual([{ blockId: 'two', reason: 'cycle' }])
    expect(shownBlocks(blocks, 'page').count).toBe(4)
  })

  test('ends a synced reference to its own container, and one to itself', () => {
    const input = recordMapOf({
      page: { to: ['box', 'self'] },
      box: { type: 'transclusion_container', to: ['text', 'ref'] },
      text: {},
      ref: { original: 'box' },
      self: { original: 'self' }
    })

    const { blocks, truncations } = prepareBlocks(input, 'page')

    expect(truncations.map((each) => each.blockId)).toEqual(['ref', 'self'])
    expect(contentOf(blocks, 'box')).toEqual(['text', 'ref'])
  })

  test('ends content that contains its own page or itself', () => {
    const input = recordMapOf({ page: { to: ['a'] }, a: { to: ['a', 'b'] }, b: { to: ['page'] } })

    const { blocks, truncations } = prepareBlocks(input, 'page')

    expect(truncations).toHaveLength(2)
    expect(shownBlocks(blocks, 'page').count).toBe(3)
  })

  test('does not enter sub-pages and databases that are pages', () => {
    const input = recordMapOf({
      page: { type: 'page', to: ['child', 'rows'] },
      child: { type: 'page', to: ['page'] },
      rows: { type: 'collection_view_page', to: ['page'] }
    })

    const { blocks, truncations } = prepareBlocks(input, 'page')

    expect(truncations).toEqual([])
    expect(shownBlocks(blocks, 'page').count).toBe(3)
  })

  test('enters the content of a database block or an alias', () => {
    const input = recordMapOf({
      page: { type: 'page', to: ['rows', 'link'] },
      rows: { type: 'collection_view', to: ['text'] },
      link: { type: 'alias', to: ['words'] },
      text: {},
      words: {}
    })

    expect(shownBlocks(prepareBlocks(input, 'page').blocks, 'page').count).toBe(5)
  })

  test('ends nesting at 64 levels', () => {
    const links: Links = { page: { to: ['0'] } }
    for (let level = 0; level < 50_000; level++) links[level] = { to: [`${level + 1}`] }
    links[50_000] = {}

    const { blocks, truncations } = prepareBlocks(recordMapOf(links), 'page')

    expect(truncations.find((each) => each.reason === 'depth')).toMatchObject({ blockId: '63' })
    expect(shownBlocks(blocks, 'page').deepest).toBe(64)
  })

  test('bounds content that is shared many times', () => {
    const links: Links = { page: { to: ['a0', 'b0'] } }
    for (let level = 0; level < 40; level++) {
      links[`a${level}`] = { to: ['a', 'b', 'c', 'd'].map((name) => `${name}${level + 1}`) }
      for (const name of ['b', 'c', 'd']) links[`${name}${level}`] = { original: `a${level}` }
    }

    const { blocks, truncations } = prepareBlocks(recordMapOf(links), 'page')

    expect(shownBlocks(blocks, 'page').count).toBeLessThanOrEqual(20_000)
    expect(truncations.some((each) => each.reason === 'size')).toBe(true)
  })

  test('reads each block a few times on a wide page whose blocks all contain each other', () => {
    const ids = Array.from({ length: 400 }, (_, index) => `n${index}`)
    const links = Object.fromEntries(ids.map((id) => [id, { to: ids }]))
    const input = recordMapOf({ page: { to: ids }, ...links })
    let reads = 0
    for (const [id, box] of Object.entries(input.block)) {
      Object.defineProperty(input.block, id, { enumerable: true, get: () => (reads++, box) })
    }

    const { blocks } = prepareBlocks(input, 'page')

    console.log(reads)
    expect(reads).toBeLessThanOrEqual(5 * (ids.length + 1))
    expect(shownBlocks(blocks, 'page').count).toBeLessThanOrEqual(20_000)
  })

  test('drops content that the mirror lacks, and repeats within one block', () => {
    const input = recordMapOf({ page: { to: ['gone', 'a', 'a'] }, a: {} })

    const { blocks } = prepareBlocks(input, 'page')

    expect(contentOf(blocks, 'page')).toEqual(['a'])
  })

  test('reads both record shapes and accepts a missing page', () => {
    const input = recordMapOf({ page: { to: ['a'] } })
    const nested = { role: 'reader', value: { role: 'reader', value: { id: 'a', type: 'text' } } }
    input.block['a'] = nested as never

    expect(contentOf(prepareBlocks(input, 'page').blocks, 'page')).toEqual(['a'])
    expect(prepareBlocks(input, 'absent').truncations).toEqual([])
  })

  test('does not change its input', () => {
    const input = recordMapOf({
      page: { to: ['one', 'gone'] },
      one: { original: 'two' },
      two: { original: 'one' }
    })
    const before = structuredClone(input)

    prepareBlocks(input, 'page')

    expect(input).toEqual(before)
  })
})
