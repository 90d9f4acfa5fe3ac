import type { Block } from 'notion-types'
import { expect, test } from 'vitest'

import { renderedBlock, renderedPage, inner, titled, words } from '../../support/sites/rendered.ts'
import { record, testId, textBlock } from '../../support/workspaces/records.ts'

const inText = (number: number, text: string) => inner(number, { type: 'text', ...titled(text) })

/** Nested items of one type. */
function nest(type: string, depth: number, format?: object): [Block, Block[]] {
  const items = Array.from({ length: depth }, (_, level) =>
    record(2 + level, {
      type,
      ...titled(`level ${level}`),
      ...(level > 0 && { parent_id: testId(1 + level) }),
      ...(level < depth - 1 && { content: [testId(3 + level)] }),
      ...(format && { format })
    })
  )
  return [items[0] ?? record(2, { type }), items.slice(1)]
}

test('numbered lists use numbers, letters and roman numerals by level', async () => {
  const [first, rest] = nest('numbered_list', 5)
  const html = await renderedPage([first], rest)
  const types = [...html.matchAll(/<ol(?: type="(\w)")?>/g)].map(([, type]) => type)
  expect(types).toEqual([undefined, 'a', 'i', undefined, 'a'])
})

test('bulleted lists have a different bullet by level', async () => {
  const [first, rest] = nest('bulleted_list', 4)
  const html = await renderedPage([first], rest)
  const classes = [...html.matchAll(/<ul(?: class="([\w-]+)")?>/g)].map(([, name]) => name)
  expect(classes).toEqual([undefined, 'list-circle', 'list-disc', undefined])
})

test('a list uses the marker and start number of its format', async () => {
  const format = { list_format: 'roman', list_start_index: 4 }
  expect(await renderedBlock({ type: 'numbered_list', format })).toContain(
    '<ol type="i" start="4">'
  )
  const circles = { bullet_list_format: 'circle', block_color: 'red' }
  const bullets = await renderedBlock({ type: 'bulleted_list', format: circles })
  expect(bullets).toContain('<ul class="list-circle"><li class="color-red">')
})

test('a list item that is its own parent is rendered', async () => {
  const html = await renderedPage([
    record(2, { type: 'numbered_list', ...titled('I'), parent_id: testId(2) })
  ])
  expect(html).toContain('<li>I</li>')
})

test('to-do items are one list with checked and unchecked labels', async () => {
  const done = { title: [['Ring']], checked: [['Yes']] }
  const html = await renderedPage([
    record(2, { type: 'to_do', ...titled('Find') }),
    record(3, { type: 'to_do', properties: done })
  ])
  expect(html.match(/<ul/g)).toHaveLength(1)
  expect(words(html)).toBe('To do: FindDone: Ring')
})

test('a block of any type without text shows its content once', async () => {
  const types = `toggle quote callout text column_list synced_thing image code divider equation
    bookmark button alias table table_row tab video file embed collection_view header`.split(/\s+/)
  const outer = types.map((type, at) => record(100 + at, { type, content: [testId(200 + at)] }))
  const within = types.map((type, at) =>
    textBlock(200 + at, `in ${type}.`, { parent_id: testId(100 + at) })
  )
  const html = await renderedPage(outer, within)
  for (const type of types) expect(html.split(`in ${type}.`), type).toHaveLength(2)
  expect(html).not.toContain('<p></p><p>in')
})

test('texts that a type does not show are separate lines before its content', async () => {
  const types = 'divider breadcrumb table_of_contents table column_list quote'.split(' ')
  const shown = types.map((type, at) =>
    record(100 + at, {
      type,
      properties: { title: [[`title ${type}.`]], caption: [[`caption ${type}.`, [['b']]]] }
    })
  )
  const heading = record(2, { type: 'header', properties: { caption: [['below']] } })
  const html = await renderedPage([heading, ...shown])
  for (const type of types) {
    expect(html.split(`title ${type}.`), type).toHaveLength(2)
    expect(html).toContain(`<p class="own-words"><b>caption ${type}.</b></p>`)
  }
  // A heading without content does not fold.
  expect(html).toContain('<p class="own-words">below</p>')
  expect(html).not.toContain('<details')
})

test('an empty or blank title or caption is omitted', async () => {
  const types = ['toggle', 'quote', 'callout', 'button', 'bookmark', 'odd_thing']
  const page = (text?: unknown) => {
    const link = [['https://wiki.example/']]
    const properties = { link, title: text, caption: text, description: text }
    const shown = types.map((type, at) => record(10 + at, { type, properties }))
    const panel = record(3, { type: 'text', properties, parent_id: testId(2) })
    return renderedPage([...shown, record(2, { type: 'tab', content: [panel.id] })], [panel])
  }
  const none = await page()
  expect(words(none)).toContain('Morebutton without text')
  expect(words(none)).toContain('Tab 1')
  expect(await page([['']])).toBe(none)
  expect(await page([[' '], ['\n']])).toBe(none)
})

test('all panels of tabs are in the page, each with its label', async () => {
  const html = await renderedBlock({ type: 'tab', content: [testId(3), testId(4), testId(5)] }, [
    inner(3, { type: 'text', ...titled('By hand'), content: [testId(6)] }),
    inner(4, { type: 'text', content: [testId(7)] }),
    inner(5, { type: 'divider' }),
    textBlock(6, 'first', { parent_id: testId(3) }),
    textBlock(7, 'second', { parent_id: testId(4) })
  ])
  expect(words(html)).toBe('By handfirstTab 2secondTab 3')
  expect(html.match(/<section class="tab-panel" aria-labelledby="tab-\w+"/g)).toHaveLength(3)
})

const cells = (number: number, fields = {}) =>
  inner(number, { type: 'table_row', properties: { a: [['A']], b: [['B']] }, ...fields })

test('a table has header rows and columns, widths and colours', async () => {
  const format = {
    table_block_column_order: ['a', 'b'],
    table_block_column_header: true,
    table_block_row_header: true,
    table_block_column_format: { a: { width: 120 }, b: { color: 'blue' } }
  }
  const rows = [cells(3), cells(4, { format: { block_color: 'red' } })]
  const html = await renderedBlock({ type: 'table', format, content: [testId(3), testId(4)] }, rows)
  expect(html).toContain('<colgroup><col style="width:120px"/><col/></colgroup>')
  expect(html).toContain('<thead><tr><th scope="col">A</th><th class="color-blue" scope="col">')
  expect(html).toContain('<tr class="color-red"><th scope="row">A</th><td class="color-blue">')
})

test('a table shows columns missing from its order under a header of their own', async () => {
  const rows = [cells(3), inner(4, { type: 'table_row', properties: { c: [['C']], b: [['B2']] } })]
  const format = { table_block_column_order: ['b'], table_block_column_header: true }
  const html = await renderedBlock({ type: 'table', format, content: [testId(3), testId(4)] }, rows)
  expect(html).toContain('<th scope="col">B</th><th scope="col">A</th><th scope="col"></th>')
  expect(html).toContain('<td>B2</td><td></td><td>C</td>')
})

test('blocks inside a table or its rows are rows of their own', async () => {
  const format = { table_block_column_order: ['a', 'b'], table_block_column_header: true }
  const html = await renderedBlock(
    { type: 'table', format, content: [testId(5), testId(3), testId(4)] },
    [
      cells(3, { content: [testId(6)] }),
      cells(4),
      inText(5, 'no row'),
      textBlock(6, 'in a row', { parent_id: testId(3) })
    ]
  )
  const across = (text: string) => `<tr><td colSpan="2"><p>${text}</p></td></tr>`
  const head = '<tr><th scope="col">A</th><th scope="col">B</th></tr>'
  expect(html).toContain(`<thead>${across('no row')}${head}${across('in a row')}</thead>`)
  expect(html).toContain('<tbody><tr><td>A</td><td>B</td></tr></tbody>')
})

test('a synced block shows its own content, also when its original is missing', async () => {
  const copy = (number: number, original: number) => {
    const format = { transclusion_reference_pointer: { id: testId(original) } }
    return record(number, { type: 'transclusion_reference', format, content: [testId(number + 1)] })
  }
  const own = (number: number) => textBlock(number, 'own.', { parent_id: testId(number - 1) })
  const original = record(2, { type: 'transclusion_container', content: [testId(3)] })
  const html = await renderedPage(
    [original, copy(4, 2), copy(6, 77)],
    [inText(3, 'shared.'), own(5), own(7)]
  )
  const missing = 'synced block This part can only be seen in the workspace.'
  expect(words(html)).toBe(`shared.shared.own.${missing}own.`)
})

test('an alias keeps its own text, beside the page or without it', async () => {
  const alias = (id: string) => ({ type: 'alias', format: { alias_pointer: { id } } })
  const own = titled('The old map')
  expect(words(await renderedBlock({ ...alias(testId(77)), ...own }))).toBe('The old map')
  expect(words(await renderedBlock({ ...alias(testId(1)), ...own }))).toBe('Home The old map')
})

test('a breadcrumb block shows the ancestors of its page', async () => {
  expect(words(await renderedBlock({ type: 'breadcrumb' }))).toBe('Home')
})

test('a link to a removed page is labelled', async () => {
  const alias = { type: 'alias', format: { alias_pointer: { id: testId(77), table: 'block' } } }
  expect(words(await renderedBlock(alias))).toBe('a page that is not here')
})

test('a button shows its text with links', async () => {
  const title = [['Join', [['a', 'https://chat.example/']]]]
  const html = await renderedBlock({ type: 'button', properties: { title } })
  expect(html).toContain('<a href="https://chat.example/" rel="noopener noreferrer">Join</a>')
  expect(html).not.toContain('<button')
})

test('an unknown block type is named, with its texts and links', async () => {
  const properties = { title: [['Tell us']], subtitle: [['of a shrine']] }
  const format = { uri: 'https://forms.example/1' }
  const html = await renderedBlock({ type: 'odd_thing', properties, format })
  expect(words(html)).toBe('odd thing forms.exampleTell usof a shrine')
  expect(html).toContain('href="https://forms.example/1"')
  const unsafe = await renderedBlock({ type: 'odd_thing', format: { uri: 'javascript:alert(1)' } })
  expect(unsafe).not.toContain('href')
})
