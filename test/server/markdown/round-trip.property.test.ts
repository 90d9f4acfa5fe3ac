import fc from 'fast-check'
import type { Nodes } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { expect, test } from 'vitest'

import { exportedBody } from '../../support/sites/exported.ts'
import { record, testId } from '../../support/workspaces/records.ts'
import { propertySettings } from '../../support/run/sweep.ts'

type Part = [text: string] | [text: string, marks: [kind: string, value?: string][]]

/** Texts that Markdown, GFM or HTML would read as syntax somewhere in a line. */
const fragments =
  `* ** _ __ ~ ~~ \` \`\`\` \\ | || $ $$ # ## > - + = === --- *** 1. 2) ! [ ] ( ) [x](y) ![x](y)
  [^1] [ ] [x] <b> </b> <!-- --> <br> &amp; &#35; &copy; :--- |---| https://example.org/a_b www.example.org
  a@example.org a b snake_case 日本 語。 （注） 🎉 é " '`.split(/\s+/)

const text = fc
  .array(fc.constantFrom(...fragments, ' ', ' ', '\n', '\t'), { minLength: 1, maxLength: 5 })
  .map((parts) => parts.join(''))

const mark = fc.constantFrom<[string, string?]>(
  ['b'],
  ['i'],
  ['s'],
  ['_'],
  ['c'],
  ['a', 'https://example.org/a b(c)?d=1&e=[2]'],
  ['a', 'https://example.org/*_|<>"']
)

const part = fc
  .tuple(text, fc.array(mark, { maxLength: 3 }))
  .map(([shown, marks]): Part => (marks.length === 0 ? [shown] : [shown, marks]))

const richText = fc.array(part, { minLength: 1, maxLength: 5 })

/** The visible characters below a node; tags for what Markdown cannot express have none. */
function visible(node: Nodes): string {
  if (node.type === 'text' || node.type === 'inlineCode') return node.value.replaceAll(/\s/g, '')
  return 'children' in node ? node.children.map(visible).join('') : ''
}

const parsed = (markdown: string) =>
  fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }).children

const sent = (title: Part[]) =>
  title
    .map(([shown]) => shown)
    .join('')
    .replaceAll(/\s/g, '')

test('rich text of any characters and marks is read back from paragraphs, quotes, headings and cells', async () => {
  const texts = fc.array(richText, { minLength: 60, maxLength: 60 })
  await fc.assert(
    fc.asyncProperty(texts, async (titles) => {
      const types = ['text', 'quote', 'header']
      const blocks = titles.map((title, index) =>
        record(10 + index, { type: types[index % 3] ?? 'text', properties: { title } as object })
      )
      const rows = titles.map((title, index) =>
        record(200 + index, {
          type: 'table_row',
          parent_id: testId(3),
          properties: { a: title } as object
        })
      )
      const table = record(3, { type: 'table', content: rows.map(({ id }) => id) })
      const nodes = parsed(await exportedBody([...blocks, table], rows))

      const expected = titles.map(sent)
      expect(nodes.slice(0, -1).map(visible).filter(Boolean)).toEqual(expected.filter(Boolean))
      const [, ...cells] = (nodes.at(-1) as Extract<Nodes, { type: 'table' }>).children.map(visible)
      expect(cells).toEqual(expected)
    }),
    propertySettings(4)
  )
})

test('code of any text is read back whole', async () => {
  const lines = fc.array(fc.constantFrom('```', '~~~', '`````', 'x', '', '  - y', '<b>', '> z'))
  const codes = fc.sample(
    lines.map((all) => all.join('\n')),
    40
  )
  const blocks = codes.map((code, index) =>
    record(10 + index, { type: 'code', properties: { title: [[code]] } })
  )
  const nodes = parsed(await exportedBody(blocks))
  expect(nodes.map((node) => ('value' in node ? node.value : node.type))).toEqual(codes)
})
