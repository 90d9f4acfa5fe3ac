import type { Block } from 'notion-types'
import fc from 'fast-check'

import type { WorkspaceFile } from '../demo/workspace-file.ts'
import { ROOT_ID, pageBlock, record, testId, workspaceOf } from './records.ts'

const PAGE = 10
const FIRST = 100

/** Types that hold text and other blocks. */
const containers = [
  'text',
  'header',
  'sub_header',
  'sub_sub_header',
  'header_4',
  'bulleted_list',
  'numbered_list',
  'to_do',
  'toggle',
  'quote',
  'callout',
  'hologram'
]
/** Types with a name and a caption, and nothing in them. */
const captioned = ['code', 'image', 'bookmark', 'file', 'video', 'embed']

interface Node {
  type: string
  title: unknown
  caption: unknown
  content: Node[]
}

const anyWords = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).map(readable)
const hostile = fc.constantFrom('<b>bold</b>', '&amp;', '"\'><script>x</script>', '{{x}}', '‮abc')
const part = fc.oneof(
  fc.tuple(fc.oneof(anyWords, hostile), fc.subarray(['b', 'i', '_', 's', 'c']).map(asMarks)),
  fc.tuple(anyWords, fc.constant([['a', 'https://wiki.example/']])),
  fc.tuple(anyWords, fc.constant([['h', 'red'], ['m', testId(800)], ['zz']])),
  fc.constant(['‣', [['p', testId(PAGE)]]]),
  fc.constant(['‣', [['d', { type: 'date', start_date: '2026-03-01' }]]]),
  fc.constant(['⁍', [['e', 'x^2 < y']]])
)
const text = fc.array(part, { maxLength: 4 })
/** Names of files, sources of code and formulas have no marks. */
const name = fc.tuple(fc.tuple(fc.oneof(anyWords, hostile)))

const { node } = fc.letrec<{ node: Node }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.record({
      type: fc.constant('equation'),
      title: name,
      caption: fc.constant(undefined),
      content: fc.constant<Node[]>([])
    }),
    fc.record({
      type: fc.constantFrom(...captioned),
      title: name,
      caption: text,
      content: fc.constant<Node[]>([])
    }),
    fc.record({
      type: fc.constantFrom(...containers),
      title: fc.option(text, { nil: undefined }),
      caption: fc.constant(undefined),
      content: fc.array(tie('node'), { maxLength: 4 })
    })
  )
}))

/** A workspace with one page of blocks of all kinds, nested at random, with texts of any characters. */
export const randomPage: fc.Arbitrary<WorkspaceFile> = fc
  .array(node, { minLength: 1, maxLength: 12 })
  .map((nodes) => {
    const blocks: Block[] = []
    const content = nodes.map((each) => addBlock(blocks, each, PAGE))
    return workspaceOf(
      [testId(PAGE)],
      [pageBlock(PAGE, 'Random', { content, parent_id: ROOT_ID }), ...blocks]
    )
  })

function addBlock(
  blocks: Block[],
  { type, title, caption, content }: Node,
  parent: number
): string {
  const number = FIRST + blocks.length
  const properties = {
    ...(title ? { title } : {}),
    ...(caption ? { caption } : {}),
    ...sourceOf(type)
  }
  const block = record(number, { type, properties, parent_id: testId(parent) })
  blocks.push(block)
  const children = content.map((child) => addBlock(blocks, child, number))
  if (children.length > 0) Object.assign(block, { content: children })
  return block.id
}

function sourceOf(type: string): Record<string, unknown> {
  if (type === 'bookmark') return { link: [['https://wiki.example/page']] }
  const isMedia = ['image', 'file', 'video', 'embed'].includes(type)
  return isMedia ? { source: [['https://wiki.example/file.bin']] } : {}
}

/** Formulas are told by their source, and their marks are not words. */
function readable(words: string): string {
  return words.replaceAll(/[‣⁍\p{Cc}\p{Cs}]/gu, 'x')
}

function asMarks(codes: string[]): string[][] {
  return codes.map((code) => [code])
}
