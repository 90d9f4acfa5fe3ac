import { expect, test } from 'vitest'

import { renderedText } from '../../support/sites/rendered.ts'
import { openSite } from '../../support/sites/site.ts'
import { record, workspaceOf } from '../../support/workspaces/records.ts'

const formula = (tex: string) => ['⁍', [['e', tex]]]

test('letters of alphabets, variables and wide accents are such as fonts have', async () => {
  const html = await renderedText(
    formula(String.raw`\mathbb{R1} + \mathcal{L} + \mathfrak{g} + \mathit{ab}`),
    formula(String.raw`x = \sin y + \mathbf{v}`),
    formula(String.raw`\widehat{abc} + \hat{x}`)
  )
  const shown = html.replaceAll(/<annotation.*?<\/annotation>/g, '')
  for (const part of ['>ℝ<', '>𝟙<', '>ℒ<', '>𝔤<', '<mi>a</mi>', '<mi>x</mi>']) {
    expect(shown).toContain(part)
  }
  expect(shown).toContain('<mi mathvariant="normal">sin</mi>')
  expect(shown).toContain('<mi mathvariant="bold">v</mi>')
  expect(shown.match(/<mo[^>]*>[\u0302^]<\/mo>/g)).toEqual([
    '<mo stretchy="true">\u0302</mo>',
    '<mo>^</mo>'
  ])
})

test('a page preloads the fonts of formulas only if it has some', async () => {
  for (const [part, theme, fonts] of [
    [formula('x'), 'pixel', ['math-core', 'math-italic']],
    [formula('x'), 'notion', ['math-core', 'math-italic']],
    [['plain'], 'notion', []]
  ] as const) {
    const block = record(2, { type: 'text', properties: { title: [part] } })
    const { app } = await openSite({
      workspace: workspaceOf([block.id], [block]),
      config: { theme }
    })
    const { body } = await app.inject('/')
    await app.close()
    const preloaded = body.match(/<link rel="preload" as="font"[^>]*>/g)?.join('') ?? ''
    expect(preloaded.match(/math-[a-z]+/g) ?? []).toEqual(fonts)
  }
})
