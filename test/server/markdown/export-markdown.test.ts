import type { Block } from 'notion-types'
import { expect, test } from 'vitest'

import { exportedBody } from '../../support/sites/exported.ts'
import { pageBlock, record, testId, textBlock } from '../../support/workspaces/records.ts'

const typed = (number: number, type: string, text: string, fields: Record<string, unknown> = {}) =>
  record(number, { type, properties: { title: [[text]] }, ...fields })

const inside = (parent: number, fields: Record<string, unknown> = {}) => ({
  parent_id: testId(parent),
  ...fields
})

const withContent = (...numbers: number[]) => ({ content: numbers.map(testId) })

test('an equation is neither HTML nor ended by its text', async () => {
  const tex = '<script>x</script>\n$$\n# no heading'
  const body = await exportedBody([
    typed(2, 'equation', tex),
    textBlock(3, '', { properties: { title: [['⁍', [['e', 'a<b <!-- $']]]] } })
  ])
  expect(body.split('\n\n')).toEqual([
    String.raw`$$
< script>x< /script>
\$\$
# no heading
$$`,
    String.raw`$a< b < !-- \$$`
  ])
})

test('headings, quotes, callouts, code, equations and dividers become Markdown syntax', async () => {
  const body = await exportedBody([
    typed(2, 'header', 'One'),
    typed(3, 'sub_sub_header', 'C #'),
    typed(4, 'quote', 'first\nsecond'),
    typed(5, 'callout', 'mind the gap', { format: { page_icon: '💡' } }),
    typed(6, 'code', 'a\n```\nb', {
      properties: { title: [['a\n```\nb']], language: [['Plain Text']] }
    }),
    typed(7, 'equation', 'x^2'),
    record(8, { type: 'divider' })
  ])
  expect(body.split('\n\n')).toEqual([
    '## One',
    String.raw`#### C \#`,
    '> first\\\n> second',
    '> [!NOTE]\n> 💡 mind the gap',
    '````plain-text\na\n```\nb\n````',
    '$$\nx^2\n$$',
    '---'
  ])
})

test('lists keep their nesting, numbers and check marks', async () => {
  const nested = [
    typed(3, 'numbered_list', 'ninth', inside(2, { format: { list_start_index: 9 } })),
    typed(4, 'numbered_list', 'tenth', inside(2, withContent(5))),
    typed(5, 'to_do', 'done', inside(4, { properties: { title: [['done']], checked: [['Yes']] } })),
    textBlock(7, 'paragraph inside', inside(6))
  ]
  const body = await exportedBody(
    [
      typed(2, 'bulleted_list', 'outer', withContent(3, 4)),
      typed(6, 'bulleted_list', '', withContent(7)),
      typed(8, 'to_do', 'open')
    ],
    nested
  )
  expect(body.split('\n')).toEqual([
    '- outer',
    '',
    '  9. ninth',
    '  10. tenth',
    '      - [x] done',
    '- paragraph inside',
    '- [ ] open'
  ])
})

test('a toggle becomes details with a summary, a toggle heading a heading above its content', async () => {
  const body = await exportedBody(
    [
      typed(2, 'toggle', 'a < b', withContent(3)),
      typed(6, 'toggle', ' '),
      typed(4, 'sub_header', 'More', withContent(5))
    ],
    [textBlock(3, 'folded', inside(2)), textBlock(5, 'below', inside(4))]
  )
  const nameless = '<details>\n<summary>More</summary>\n\n</details>'
  expect(body).toBe(
    `<details>\n<summary>a &lt; b</summary>\n\nfolded\n\n</details>\n\n${nameless}\n\n### More\n\nbelow`
  )
})

test('tables have a header row, and pipes and line breaks in cells are escaped', async () => {
  const row = (number: number, a: string, b: string) =>
    record(number, { type: 'table_row', properties: { a: [[a]], b: [[b]] }, ...inside(2) })
  const format = { table_block_column_order: ['b', 'a'], table_block_column_header: true }
  const body = await exportedBody(
    [record(2, { type: 'table', format, ...withContent(3, 4) })],
    [row(3, 'Name', 'Oil'), row(4, 'x|y', 'two\nlines')]
  )
  expect(body.split('\n')).toEqual([
    '| Oil | Name |',
    '| --- | --- |',
    String.raw`| two<br>lines | x\|y |`
  ])
})

test('an icon of a page or callout is text, whatever it contains', async () => {
  const format = { page_icon: '<img src=x> *x*' }
  const body = await exportedBody([
    typed(2, 'callout', 'mind', { format }),
    pageBlock(3, 'Ash', { format })
  ])
  const icon = String.raw`\<img src=x> \*x\*`
  expect(body).toBe(`> [!NOTE]\n> ${icon} mind\n\n[${icon} Ash](ash.md)`)
})

test('columns follow one another, synced blocks show their original, cycles end', async () => {
  const format = { transclusion_reference_pointer: { id: testId(7) } }
  const body = await exportedBody(
    [
      record(2, { type: 'column_list', ...withContent(3, 4) }),
      record(7, { type: 'transclusion_container', ...withContent(8, 9) })
    ],
    [
      record(3, { type: 'column', ...inside(2), ...withContent(5) }),
      record(4, { type: 'column', ...inside(2), ...withContent(6) }),
      textBlock(5, 'left', inside(3)),
      record(6, { type: 'transclusion_reference', format, ...inside(4) }),
      textBlock(8, 'shared', inside(7)),
      record(9, { type: 'transclusion_reference', format, ...inside(7) })
    ]
  )
  expect(body.match(/left|shared|cut|itself/g)).toEqual([
    'left',
    'shared',
    'itself',
    'shared',
    'itself'
  ])
})

test('content deeper than the call stack allows is written completely', async () => {
  const numbers = Array.from({ length: 300 }, (_, index) => index + 2)
  const nest = (number: number) =>
    textBlock(number, `level ${number}.`, {
      parent_id: testId(number - 1),
      ...(number < 301 && withContent(number + 1))
    })
  const [first, ...rest] = numbers.map(nest) as [Block, ...Block[]]
  const body = await exportedBody([first], rest)
  for (const number of numbers) expect(body).toContain(`level ${number}.`)
})

test('synced blocks that include each other repeatedly end without losing text', async () => {
  const reference = (number: number, level: number) => {
    const format = { transclusion_reference_pointer: { id: testId(100 + level + 1) } }
    return record(number, { type: 'transclusion_reference', format, ...inside(100 + level) })
  }
  const levels = Array.from({ length: 30 }, (_, level) => level)
  const containers = levels.map((level) =>
    record(100 + level, {
      type: 'transclusion_container',
      ...withContent(300 + level, 200 + 2 * level, 201 + 2 * level)
    })
  )
  const texts = levels.map((level) => textBlock(300 + level, `text ${level}.`, inside(100 + level)))
  const references = levels
    .slice(0, -1)
    .flatMap((level) => [reference(200 + 2 * level, level), reference(201 + 2 * level, level)])
  const body = await exportedBody(containers, [...texts, ...references])
  for (const level of levels) expect(body).toContain(`text ${level}.`)
  expect(body).toContain('it is shown above')
  expect(body.length).toBeLessThan(2_000_000)
})

test('embeds become links with their caption, and addresses of scripts and programs become text', async () => {
  const source = [['https://example.org/clip']]
  const body = await exportedBody([
    record(2, {
      type: 'bookmark',
      properties: { link: source, title: [['A clip']], description: [['All of it']] }
    }),
    record(3, { type: 'tweet', properties: { source, caption: [['said so']] } }),
    record(4, { type: 'embed', properties: { source: [['javascript:alert(1)']] } }),
    record(7, { type: 'file', properties: { source: [['file:///etc/hosts']] } }),
    record(8, { type: 'video', properties: { source: [['ms-msdt:/id']] } }),
    record(6, {
      type: 'external_object_instance',
      format: {
        original_url: 'https://code.example/212',
        attributes: [
          { id: 'title', values: ['Refill'] },
          { id: 'state', name: 'State', values: ['open', 'https://code.example/open.svg'] },
          { id: 'number', values: [212] }
        ]
      }
    }),
    textBlock(5, '', { properties: { title: [['press', [['a', 'javascript:alert(1)']]]] } })
  ])
  expect(body).toContain('[Refill](https://code.example/212)\n\nState: open · 212\n\n')
  expect(body).toContain('[A clip](https://example.org/clip)\n\nAll of it')
  expect(body).toContain('[example.org](https://example.org/clip)\n\nsaid so')
  expect(body).not.toMatch(/\((?:javascript|file|ms-msdt):/)
  expect(body).toMatch(/\n\npress$/)
})

test('an unknown block becomes a comment with its type and id, followed by its texts and content', async () => {
  const body = await exportedBody(
    [
      record(2, {
        type: 'holo-->gram',
        properties: { title: [['shown']], other: [['said']] },
        ...withContent(3)
      })
    ],
    [textBlock(3, 'nested', inside(2))]
  )
  expect(body).toBe(`<!-- holo gram ${testId(2)} -->\n\nshown\n\nsaid\n\nnested`)
})

test('content indented below a paragraph becomes a quote, to any depth', async () => {
  const body = await exportedBody(
    [textBlock(2, 'outer', withContent(3, 4, 6)), textBlock(7, 'next'), typed(8, 'quote', 'said')],
    [
      textBlock(3, 'inner', inside(2, withContent(5))),
      typed(4, 'bulleted_list', 'item', inside(2)),
      typed(5, 'code', 'x\n\u2028y', inside(3)),
      textBlock(6, '', inside(2, withContent(9))),
      textBlock(9, 'below nothing', inside(6))
    ]
  )
  expect(body.split('\n')).toEqual([
    'outer',
    '',
    '> inner',
    '>',
    '> > ```',
    '> > x',
    '> > \u2028y',
    '> > ```',
    '>',
    '> - item',
    '>',
    '> > below nothing',
    '',
    'next',
    '',
    '> said'
  ])
})
