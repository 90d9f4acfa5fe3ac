import type { Element, RootContent } from 'hast'
import { all, createLowlight } from 'lowlight'
import { createElement, Fragment, type ReactNode } from 'react'

import { grammarName } from './code-languages.ts'
import { KeptResults } from './kept-results.ts'
import { mcfunction } from './mcfunction.ts'

/** A grammar takes up to 0.4 s for as much text as this; what is longer stays plain. */
const MAX_HIGHLIGHTED = 30_000
const MAX_KEPT = 1_000_000

const grammars = { ...all, mcfunction }
const lowlight = createLowlight()
const kept = new KeptResults<ReactNode>(MAX_KEPT)

/** Source text with its words marked for colours; as it is where the language has no grammar here. */
export function highlight(source: string, language: string): ReactNode {
  const name = grammarName(language)
  if (source.length > MAX_HIGHLIGHTED || !isKnown(name)) return source
  return kept.get(`${name}\n${source}`, () =>
    createElement(Fragment, null, ...lowlight.highlight(name, source).children.map(drawn))
  )
}

/** Grammars are compiled when a page first needs one: there are two hundred. */
function isKnown(name: string): boolean {
  if (lowlight.registered(name)) return true
  const grammar = Object.hasOwn(grammars, name)
    ? grammars[name as keyof typeof grammars]
    : undefined
  if (grammar) lowlight.register(name, grammar)
  return grammar !== undefined
}

function drawn(node: RootContent): ReactNode {
  if (node.type === 'text') return node.value
  if (node.type !== 'element') return null
  const className = colorOf(node)
  const children = node.children.map(drawn)
  return className
    ? createElement('span', { className }, ...children)
    : createElement(Fragment, null, ...children)
}

/** The many kinds of words that grammars tell apart, by the few colours in which they are shown. */
const colors = new Map(
  Object.entries({
    comment: 'comment quote',
    keyword: 'keyword selector-tag doctag section operator-keyword built_in',
    string: 'string regexp char link addition-string',
    number: 'number literal symbol bullet',
    name: 'title name attr attribute selector-id selector-class selector-attr selector-pseudo property',
    variable: 'variable template-variable template-tag params subst type class',
    meta: 'meta tag formula',
    added: 'addition',
    removed: 'deletion'
  }).flatMap(([color, scopes]) =>
    scopes.split(' ').map((scope) => [`hljs-${scope}`, `hl-${color}`])
  )
)

function colorOf(node: Element): string | undefined {
  const names = node.properties['className']
  return Array.isArray(names) ? colors.get(String(names[0])) : undefined
}
