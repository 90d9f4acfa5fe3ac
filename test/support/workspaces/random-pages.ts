import type { Block } from 'notion-types'
import fc from 'fast-check'

import type { WorkspaceFile } from '../../../demo/builder/workspace-file.ts'
import { ROOT_ID, pageBlock, record, testId, workspaceOf } from './records.ts'

const PAGES = 100
const FIRST = 1000

/** All block types; each may have any text and child blocks. */
const types =
  `text header sub_header sub_sub_header header_4 bulleted_list numbered_list to_do toggle quote
  callout hologram divider table_of_contents breadcrumb column_list column tab table table_row alias
  transclusion_container transclusion_reference button code image bookmark file video embed tweet gist drive link_preview`.split(
    /\s+/
  )

interface Node {
  type: string
  texts: Record<string, unknown>
  content: Node[]
}

const anyWords = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).map(readable)
const hostile = fc.constantFrom('<b>bold</b>', '&amp;', '"\'><script>x</script>', '{{x}}', '‮abc')
const part = fc.oneof(
  fc.tuple(fc.oneof(anyWords, hostile), fc.subarray(['b', 'i', '_', 's', 'c']).map(asMarks)),
  fc.tuple(anyWords, fc.constant([['a', 'https://wiki.example/']])),
  fc.tuple(anyWords, fc.constant([['h', 'red'], ['m', testId(800)], ['zz']])),
  fc.constant(['‣', [['p', testId(PAGES)]]]),
  fc.constant(['‣', [['d', { type: 'date', start_date: '2026-03-01' }]]]),
  fc.constant(['⁍', [['e', 'x^2 < y']]])
)
const text = fc.option(fc.array(part, { maxLength: 3 }), { nil: undefined })
const allTexts = fc.record({ title: text, description: text, caption: text })
/** Sources of equations have no marks. */
const formula = fc.tuple(fc.tuple(fc.oneof(anyWords, hostile)))

const { node } = fc.letrec<{ node: Node }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.record({
      type: fc.constant('equation'),
      texts: fc.record({ title: formula, description: text, caption: text }),
      content: fc.constant<Node[]>([])
    }),
    fc.record({
      type: fc.constantFrom(...types),
      texts: allTexts,
      content: fc.array(tie('node'), { maxLength: 4 })
    })
  )
}))

const pageNodes = fc.array(node, { minLength: 1, maxLength: 12 })

/**
 * A workspace of this many pages with blocks of all types, nested at random, with arbitrary
 * characters in all texts.
 */
export function randomPages(count: number): fc.Arbitrary<WorkspaceFile> {
  return fc.array(pageNodes, { minLength: count, maxLength: count }).map((pages) => {
    const blocks: Block[] = []
    const ids = pages.map((nodes, index) => {
      const content = nodes.map((each) => addBlock(blocks, each, PAGES + index))
      const page = pageBlock(PAGES + index, `Random ${index}`, { content, parent_id: ROOT_ID })
      blocks.push(page)
      return page.id
    })
    return workspaceOf(ids, blocks)
  })
}

function addBlock(blocks: Block[], { type, texts, content }: Node, parent: number): string {
  const number = FIRST + blocks.length
  const written = Object.entries(texts).filter(([, value]) => value !== undefined)
  const properties = { ...Object.fromEntries(written), ...sourceOf(type) }
  const block = record(number, { type, properties, parent_id: testId(parent) })
  if (type === 'alias') Object.assign(block, { format: { alias_pointer: { id: ROOT_ID } } })
  blocks.push(block)
  const children = content.map((child) => addBlock(blocks, child, number))
  if (children.length > 0) Object.assign(block, { content: children })
  return block.id
}

function sourceOf(type: string): Record<string, unknown> {
  if (type === 'bookmark') return { link: [['https://wiki.example/page']] }
  const isMedia = ['image', 'file', 'video', 'embed', 'tweet', 'gist'].includes(type)
  return isMedia ? { source: [['https://wiki.example/file.bin']] } : {}
}

/** Equations are compared by their source, and mark characters are not text. */
function readable(words: string): string {
  return words.replaceAll(/[‣⁍\p{Cc}\p{Cs}]/gu, 'x')
}

function asMarks(codes: string[]): string[][] {
  return codes.map((code) => [code])
}
