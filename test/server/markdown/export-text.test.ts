import { expect, test } from 'vitest'

import { renderedBlockTypes } from '../../../site/notion/blocks/block-types.ts'
import { exportBlocks, exportedBody } from '../../support/sites/exported.ts'
import { pageBlock, record, testId, textBlock } from '../../support/workspaces/records.ts'

const inside = (parent: number, fields: Record<string, unknown> = {}) => ({
  parent_id: testId(parent),
  ...fields
})

const withContent = (...numbers: number[]) => ({ content: numbers.map(testId) })

const rich = (...title: unknown[]) => [textBlock(2, '', { properties: { title } })]

// A regular expression that tries each end of the run takes ten minutes.
test('a text with a long run of space keeps it', async () => {
  const text = `before${' '.repeat(1_500_000)}behind`
  expect(await exportedBody([textBlock(2, text)])).toBe(text)
})

test('marks become Markdown delimiters where these parse, and HTML tags elsewhere', async () => {
  const body = await exportedBody(
    rich(
      ['plain '],
      ['bold ', [['b']]],
      ['both', [['b'], ['i']]],
      [' then '],
      ['note:', [['b']]],
      ['text '],
      ['old', [['s']]],
      [', '],
      ['line', [['_']]],
      [', '],
      ['a`b', [['c'], ['h', 'red']]],
      [' '],
      ['⁍', [['e', 'x^2']]],
      [' '],
      ['site', [['a', 'https://example.org/a b(c)']]],
      [' '],
      ['mail', [['a', 'mailto:a@example.org']]]
    )
  )
  expect(body).toBe(
    'plain **bold _both_** then <strong>note:</strong>text ~~old~~, <u>line</u>, ``a`b`` $x^2$ [site](https://example.org/a%20b%28c%29) [mail](mailto:a@example.org)'
  )
})

test('no text is parsed as syntax, whatever it begins with or contains', async () => {
  const texts: [string, string][] = [
    ['*stars* and _lines_ in snake_case', String.raw`\*stars\* and \_lines\_ in snake_case`],
    ['# no heading', String.raw`\# no heading`],
    ['1. no list\n- nor here', '1\\. no list\\\n\\- nor here'],
    ['title\n===', 'title\\\n\\==='],
    ['> no quote', String.raw`\> no quote`],
    ['<b>&amp;</b> [x](y) $5 ~a~ `c`', String.raw`\<b>\&amp;\</b> \[x]\(y) \$5 \~a\~ \`c\``],
    ['a | b\n--- | ---', 'a | b\\\n\\--- | ---'],
    ['    no code', 'no code'],
    ['---\nno front matter', '\\---\\\nno front matter'],
    ['no\u001b[1m control\u0007', String.raw`no\[1m control`]
  ]
  const body = await exportedBody(texts.map(([text], index) => textBlock(index + 2, text)))
  expect(body.split('\n\n')).toEqual(texts.map(([, markdown]) => markdown))
})

test('a picture has the alternative text of either place once, and its own link', async () => {
  const source = [['https://a.example/a.png']]
  const picture = (number: number, fields: object) => record(number, { type: 'image', ...fields })
  const body = await exportedBody([
    picture(2, { properties: { source, alt_text: [['A lamp']], caption: [['Oil']] } }),
    picture(3, { properties: { source }, format: { alt_text: 'A bell' } }),
    picture(4, { properties: { source }, format: { image_hyperlink: 'https://b.example/' } })
  ])
  expect(body).toBe(
    '![A lamp](https://a.example/a.png)\n\nOil\n\n![A bell](https://a.example/a.png)\n\n' +
      '[![](https://a.example/a.png)](https://b.example/)'
  )
})

test('no text of a block is left out, whatever its type is', async () => {
  const pages = new Set(['page', 'collection_view_page'])
  const types = [...renderedBlockTypes].filter((type) => !pages.has(type))
  const names = ['title', 'caption', 'description', 'remark']
  const texts = types.flatMap((type) => names.map((name) => `${name} of ${type}.`))
  const blocks = types.map((type, index) => {
    const properties = names.map((name) => [name, [[`${name} of ${type}.`]]])
    return record(2 + index, { type, properties: Object.fromEntries(properties) })
  })
  const body = (await exportedBody(blocks)).replaceAll('\\', '')
  expect(texts.filter((text) => body.split(text).length !== 2)).toEqual([])
})

test('a mention has a label if its target is missing, and its address if that has no title', async () => {
  const gone = testId(77)
  const issue = record(9, {
    type: 'external_object_instance',
    format: { original_url: 'https://code.example/212' }
  })
  const kinds = [
    ['p', gone],
    ['u', gone],
    ['eoi', gone],
    ['ce', gone],
    ['eoi', issue.id]
  ]
  const parts = (text: string) => kinds.flatMap((kind) => [[text, [kind]], [' / ']])
  const page = ['‣', [['p', gone]]]
  const body = await exportedBody([
    textBlock(2, '', { properties: { title: parts('‣') } }),
    textBlock(3, '', { properties: { title: parts('own') } }),
    record(4, { type: 'code', properties: { title: [['say ', []], page] as never } }),
    issue
  ])
  const link = (name: string) => `[${name}](https://code.example/212)`
  const missing = 'a page that is not here'
  expect(body.split('\n\n')).toEqual([
    `${missing} / @someone / something that is not here / :emoji: / ${link('https://code.example/212')} /`,
    `own / @own / own / own / ${link('own')} /`,
    `\`\`\`\nsay ${missing}\n\`\`\``,
    link('code.example')
  ])
})

test('a mention of a page without a title names it as its page does', async () => {
  const block = textBlock(2, '', {
    properties: { title: [['see '], ['‣', [['p', testId(3)]]]] }
  })
  const body = await exportedBody([block, pageBlock(3, '')])
  expect(body.split('\n\n')[0]).toMatch(/^see \[Untitled\]\([^)]+\.md\)$/)
})

test('mentions, aliases and links to pages are relative links between the exported files', async () => {
  const page = pageBlock(3, 'Ash [Hound]', { format: { page_icon: '🐕' }, ...withContent(6) })
  const { read } = await exportBlocks(
    [
      page,
      record(4, { type: 'alias', format: { alias_pointer: { id: testId(3) } } }),
      textBlock(5, '', {
        properties: {
          title: [
            ['‣', [['p', testId(3)]]],
            [' on '],
            ['‣', [['d', { type: 'date', start_date: '2025-07-31' }]]],
            [' and '],
            ['there', [['a', `/${testId(3).replaceAll('-', '')}`]]]
          ]
        }
      })
    ],
    {
      nested: [textBlock(6, '', inside(3, { properties: { title: [['‣', [['p', testId(1)]]]] } }))],
      config: { pageUrlOverrides: { '/mobs/ash-hound': testId(3) } }
    }
  )
  const link = String.raw`[🐕 Ash \[Hound\]](mobs/ash-hound.md)`
  const mention = String.raw`[Ash \[Hound\]](mobs/ash-hound.md)`
  expect(read('pages/index.md')).toContain(`\n\n${link}\n\n${link}\n\n${mention} on 2025-07-31`)
  expect(read('pages/index.md')).toContain(' and [there](mobs/ash-hound.md)')
  expect(read('pages/mobs/ash-hound.md')).toContain('[Home](../index.md)')
})
