import type { Element, RootContent } from 'hast'
import { all, createLowlight } from 'lowlight'
import { createElement, Fragment, type ReactNode } from 'react'

import { grammarName } from './grammar-name.ts'
import { LruCache } from '../format/lru-cache.ts'
import { mcfunction } from './mcfunction.ts'

/** A grammar takes some 30 ms for as much code as this, seconds for what was made to take long; what is longer stays plain. */
const MAX_HIGHLIGHTED = 30_000
/** Most grammars take time by the square of a word; no program has such. */
const LONG_WORD = /\w{2000}/
const MAX_KEPT = 1_000_000

const grammars = { ...all, mcfunction }
const lowlight = createLowlight()
const kept = new LruCache<ReactNode>(MAX_KEPT)

/** Source text with its words marked for colours; as it is where the language has no grammar here. */
export function highlight(source: string, language: string): ReactNode {
  const name = grammarName(language)
  if (source.length > MAX_HIGHLIGHTED || LONG_WORD.test(source) || !isKnown(name)) return source
  return kept.get(`${name}\n${source}`, () => {
    const pieces = piecesOf(lowlight.highlight(name, source).children)
    // No colours are worth a character of the text.
    const isWhole = pieces.map(({ text }) => text).join('') === source
    return isWhole ? createElement(Fragment, null, ...pieces.map(drawn)) : source
  })
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

interface Piece {
  color: string | undefined
  text: string
}

/**
 * The pieces of a highlighted text one after the other, each in its innermost colour. Flat, since
 * what nests in code has no bound, and React loses what nests too deep without a word.
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

function drawn({ color, text }: Piece): ReactNode {
  return color ? createElement('span', { className: color }, text) : text
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
