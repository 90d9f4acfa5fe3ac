import fc from 'fast-check'
import { createElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

import { writeHtml } from '../../../web/html/write-html.ts'
import { propertySettings } from '../../support/run/sweep.ts'

const text = fc.oneof(fc.string(), fc.constantFrom('<b>&"\'', '\n', '', 'a\nb', '{}'))
const value = fc.oneof(text, fc.integer(), fc.boolean(), fc.constantFrom(null, undefined))
const flag = fc.constantFrom(true, false, undefined)
const length = fc.oneof(fc.integer(), fc.constantFrom('50%', '', undefined))
const attributes = fc.record(
  {
    className: value,
    id: value,
    title: value,
    hidden: flag,
    open: flag,
    tabIndex: fc.integer(),
    dateTime: text,
    srcSet: text,
    spellCheck: fc.boolean(),
    strokeDasharray: text,
    fillRule: fc.constantFrom('evenodd'),
    'aria-hidden': value,
    'data-view-form': value,
    onclick: text,
    style: fc.record(
      { width: length, marginInlineStart: length, aspectRatio: length, '--share': text },
      { requiredKeys: [] }
    )
  },
  { requiredKeys: [] }
)

const { node } = fc.letrec<{ node: ReactNode; children: ReactNode }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4 },
    value,
    fc.tuple(attributes).map(([given]) => createElement('br', given as object)),
    fc
      .tuple(fc.constantFrom('div', 'span', 'pre', 'td', 'svg'), attributes, tie('children'))
      .map(([tag, given, children]) => createElement(tag, given as object, children)),
    fc.tuple(tie('children')).map(([children]) => createElement(Wrapper, null, children))
  ),
  children: fc.array(tie('node'), { maxLength: 3 })
}))

function Wrapper({ children }: { children?: ReactNode }): ReactNode {
  return <>{children}</>
}

test('the same HTML is written as by React', () => {
  fc.assert(
    fc.property(node, (tree) => {
      expect(writeHtml(tree)).toBe(renderToStaticMarkup(<>{tree}</>))
    }),
    propertySettings(100)
  )
})

test('an address of a script is left out, with control characters in it too, and an empty one of a picture', () => {
  const addresses = ['javascript:alert(1)', ' JavaScript:x', '\u0001java\nscript:x']
  const links = addresses.map((href) => createElement('a', { key: href, href }, 'x'))
  expect(writeHtml(links)).toBe('<a>x</a><a>x</a><a>x</a>')
  const path = createElement('a', { href: '/javascript:x' })
  expect(writeHtml(path)).toBe('<a href="/javascript:x"></a>')
  // It would request the page again; a link may lead there.
  expect(writeHtml(createElement('img', { src: '' }))).toBe('<img/>')
  expect(writeHtml(createElement('a', { href: '' }))).toBe('<a href=""></a>')
})

test('fields have their first values', () => {
  const form = (
    <form>
      <input name="q" defaultValue={'a"b'} />
      <select name="sort" defaultValue="<b>">
        <option value="">none</option>
        <option value="<b>" hidden>
          b
        </option>
      </select>
      <input type="checkbox" defaultChecked />
    </form>
  )
  expect(writeHtml(form)).toBe(
    '<form><input name="q" value="a&quot;b"/><select name="sort"><option value="">none</option>' +
      '<option value="&lt;b&gt;" selected="" hidden="">b</option></select><input type="checkbox" checked=""/></form>'
  )
})

test('what only React can render throws an error', () => {
  expect(() => writeHtml(Promise.resolve('late'))).toThrow('only be written of elements')
  expect(() => writeHtml(createElement('a b'))).toThrow('not the name of an element')
  const ofRecord = JSON.parse('{"type": "b", "props": {"children": "x"}, "key": null}')
  expect(() => writeHtml(ofRecord)).toThrow('only be written of elements')
})
