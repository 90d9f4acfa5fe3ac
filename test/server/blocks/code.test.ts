import { expect, test } from 'vitest'

import { renderedBlock, renderedPage, words } from '../../support/sites/rendered.ts'
import { record, textBlock } from '../../support/workspaces/records.ts'

const code = (language: string, source: string, more = {}) =>
  renderedBlock({
    type: 'code',
    properties: { title: [[source]], language: [[language]] },
    ...more
  })

test.each([
  ['TypeScript', 'const lamp = 1', '<span class="hl-keyword">const</span>'],
  ['C++', 'int lamp = 1;', '<span class="hl-number">1</span>'],
  ['HTML', '<p>lamp</p>', '<span class="hl-meta">&lt;'],
  ['Docker', 'FROM lamp', '<span class="hl-keyword">FROM</span>'],
  ['mcfunction', 'execute as @e run say hi', '<span class="hl-keyword">execute</span>']
])('%s is highlighted in its language with its complete text', async (language, source, mark) => {
  const html = await code(language, source)
  expect(html).toContain(mark)
  const shown = source.replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  expect(words(html)).toBe(`${language}${shown}`)
})

test.each([['Plain Text'], ['Notion Formula'], ['constructor'], ['']])(
  'code in the unknown language "%s" is shown plain',
  async (language) => {
    const html = await code(language, 'if (a < b) return')
    expect(html).toContain('<code>if (a &lt; b) return</code>')
    expect(html).toContain(`>${language || 'Plain text'}</span>`)
  }
)

test.each([50, 180, 500])(
  'code that nests %i deep is complete at the first request',
  async (depth) => {
    const source = `${'`a${'.repeat(depth)} END`
    expect(words(await code('JavaScript', source))).toBe(`JavaScript${source}`)
  }
)

test('very long code is shown plain', async () => {
  const source = 'const lamp = 1\n'.repeat(2100)
  const html = await code('JavaScript', source)
  expect(html).not.toContain('hl-keyword')
  expect(html).toContain(source)
})

test('code wraps only with the wrap setting, and has its caption below', async () => {
  const wrapped = await code('JSON', '1', { format: { code_wrap: true } })
  expect(wrapped).toContain('<figure class="code code-wrap">')
  const properties = { title: [['1']], language: [['JSON']], caption: [['Oil', [['b']]]] }
  const plain = await renderedBlock({ type: 'code', properties })
  expect(plain).toContain('<figure class="code">')
  expect(plain).toContain('<figcaption><b>Oil</b></figcaption>')
})

test('a Mermaid diagram is shown as labelled source', async () => {
  const html = await code('Mermaid', 'graph LR\n  A --> B')
  expect(html).toContain('Mermaid (source of a diagram)')
  expect(html).toContain('graph LR\n  A --&gt; B')
})

test('an equation has its caption below, also without an expression', async () => {
  const caption = { caption: [['Heat']] }
  const whole = await renderedBlock({
    type: 'equation',
    properties: { title: [['x']], ...caption }
  })
  expect(whole).toContain('<figcaption>Heat</figcaption>')
  expect(await renderedBlock({ type: 'equation', properties: caption })).toContain('Heat')
})

test('an equation is MathML with its source for screen readers and copying', async () => {
  const html = await renderedPage([
    textBlock(2, '', { properties: { title: [['⁍', [['e', 'x^2 < 1']]]] } }),
    record(3, { type: 'equation', properties: { title: [['x^2 < 1']] } })
  ])
  const math = '<math xmlns="http://www.w3.org/1998/Math/MathML"'
  expect(/<p>.*?<\/p>/s.exec(html)?.[0]).toContain(`${math}>`)
  expect(html).toContain(`${math} display="block">`)
  expect(html).toContain('<annotation encoding="application/x-tex">x^2 &lt; 1</annotation>')
})

test.each([
  ['wrong', String.raw`\frac{1}{2`],
  ['nested too deep', '{'.repeat(6000) + '}'.repeat(6000)],
  ['too long', 'x+'.repeat(6000)]
])('TeX that is %s shows its source, marked as such', async (_name, source) => {
  const html = await renderedBlock({ type: 'equation', properties: { title: [[source]] } })
  expect(html).toContain(`title="TeX source of an equation">${source}<`)
  expect(html).not.toContain('<math')
})

test('TeX can neither link nor load anything', async () => {
  const source = String.raw`\href{javascript:alert(1)}{x} \includegraphics{https://evil.example/a.png}`
  const html = await renderedBlock({ type: 'equation', properties: { title: [[source]] } })
  expect(html).not.toMatch(/<(a|img|mglyph)\b/)
  expect(html).not.toMatch(/href=/)
})
