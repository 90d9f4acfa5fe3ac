import type { Element, RootContent } from 'hast'
import { all, createLowlight } from 'lowlight'
import { createElement, Fragment, type ReactNode } from 'react'

import { grammarName } from './grammar-name.ts'
import { BoundedMap } from '../../../site/limits/bounded-map.ts'
import { mcfunction } from './mcfunction.ts'

/**
 * Characters. A grammar takes some 30 ms for this much code, and seconds for hostile code; longer
 * code stays plain.
 */
const MAX_HIGHLIGHTED = 30_000
/** Most grammars take quadratic time for one long word; no program contains such a word. */
const LONG_WORD = /\w{2000}/
const MAX_CACHED = 1_000_000

const grammars = { ...all, mcfunction }
const lowlight = createLowlight()
const cache = new BoundedMap<string, { code: ReactNode }>(MAX_CACHED, (_, { length }) => length)

/** Highlighted code; the plain source if it is too long or its language has no grammar. */
export function highlight(source: string, language: string): ReactNode {
  const name = grammarName(language)
  if (source.length > MAX_HIGHLIGHTED || LONG_WORD.test(source) || !isKnown(name)) return source
  return cache.getOrInsertComputed(`${name}\n${source}`, () => {
    const pieces = piecesOf(lowlight.highlight(name, source).children)
    // Falls back to the plain source if the highlighted text differs from it.
    const isWhole = pieces.map(({ text }) => text).join('') === source
    const code = isWhole ? createElement(Fragment, null, ...pieces.map(renderPiece)) : source
    return { code }
  }).code
}

/** Grammars are compiled on first use: there are two hundred. */
function isKnown(name: string): boolean {
  if (lowlight.registered(name)) return true
  const grammar = Object.hasOwn(grammars, name)
    ? grammars[name as keyof typeof grammars]
    : undefined
  if (grammar) lowlight.register(name, grammar)
  return grammar !== undefined
}

interface Piece {
  color: string | undefined
  text: string
}

/**
 * Highlighted text as a flat list of pieces, each in its innermost colour. Flat, since nesting in
 * code is unbounded and React silently drops elements that are nested too deep.
 */
function piecesOf(nodes: RootContent[]): Piece[] {
  const pieces: Piece[] = []
  const stack = nodes.toReversed().map((node) => ({ node, color: undefined as Piece['color'] }))
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { node, color } = next
    if (node.type === 'element') {
      const own = colorOf(node) ?? color
      for (const child of node.children.toReversed()) stack.push({ node: child, color: own })
    } else if (node.type === 'text') {
      const last = pieces.at(-1)
      if (last?.color === color && last) last.text += node.value
      else pieces.push({ color, text: node.value })
    }
  }
  return pieces
}

function renderPiece({ color, text }: Piece): ReactNode {
  return color ? createElement('span', { className: color }, text) : text
}

/** The scopes that grammars distinguish, by the few colours in which they are shown. */
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
