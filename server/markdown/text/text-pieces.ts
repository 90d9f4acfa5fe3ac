import type { Decoration } from 'notion-types'

import {
  type Mark,
  type NameOf,
  linkOf,
  placeholderText
} from '../../../site/notion/text/mentions.ts'
import { formulaIn, marksIn, plainText } from '../../../site/notion/text/rich-text.ts'

/** Names and links for the rich text of one document. */
export interface TextScope {
  /** Title of a page or name of a user; undefined if the mirror has neither. */
  nameOf: (id: string) => string | undefined
  /** Link destination of a page; undefined if the mirror has no such page. */
  pageLink: (id: string) => string | undefined
  /** Link destination of an address in a text; undefined if it cannot be linked. */
  link: (address: string) => string | undefined
  /**
   * Link destination of a stored file by its source address; undefined if its bytes are missing.
   */
  fileLink: (source: string) => string | undefined
  /** Link destination of a custom emoji by its id; undefined if its bytes are missing. */
  emojiLink: (id: string) => string | undefined
  /** Title and address of an external object; undefined if the page has no such block. */
  externalObject: (id: string) => { title: string; address: string | undefined } | undefined
}

export type MarkKind = 'a' | 'b' | 'i' | 's' | '_'

/** A stretch of text with one set of marks. */
export interface Piece {
  text: string
  /** The meaning of `text`: text, math in TeX, code, or the destination of an inline picture. */
  form: 'text' | 'math' | 'code' | 'picture'
  /** Link destination. */
  href: string | undefined
  /** Outermost first. */
  marks: MarkKind[]
}

/**
 * Marks that Markdown and its HTML can express, outermost first; colours and comments are dropped.
 */
const nesting: MarkKind[] = ['a', 'b', 'i', 's', '_']

/**
 * Rich text as pieces, with mentions replaced by their text. Adjacent pieces differ in marks or
 * form. Space at the edge of a mark is moved outside, since `** bold**` is not bold in Markdown.
 */
export function textPieces(text: unknown, scope: TextScope): Piece[] {
  if (!Array.isArray(text)) return []
  const pieces = text.flatMap((part: unknown) => (isPart(part) ? partPieces(part, scope) : []))
  return merged(outdentSpace(merged(pieces)))
}

function isPart(part: unknown): part is Decoration {
  return Array.isArray(part) && typeof part[0] === 'string'
}

function partPieces(part: Decoration, scope: TextScope): Piece[] {
  const marks = marksIn(part)
  const link = valueOf('a', marks)
  const { text, form, href } = content(part[0], marks, scope)
  const target = (typeof link === 'string' ? scope.link(link) : undefined) ?? href
  const kinds = new Set<string>(marks.map(([kind]) => kind).filter((kind) => kind !== 'a'))
  if (target !== undefined) kinds.add('a')
  const shown = text.replaceAll('\r\n', '\n').replaceAll(/[^\P{Cc}\n\t]/gu, '')
  const piece = { href: target, marks: nesting.filter((kind) => kinds.has(kind)) }
  // A code span has one line: a line break in code becomes a text piece.
  const lines = form === 'code' ? shown.split(/(\n)/) : [shown]
  return lines
    .filter(Boolean)
    .map((line) => ({ ...piece, text: line, form: line === '\n' ? 'text' : form }))
}

/** Names of mentions, as pages show them: what is missing is labelled by its kind. */
export function mentionNames(scope: TextScope): NameOf {
  return (id, kind) => {
    const object = kind === 'eoi' ? scope.externalObject(id) : undefined
    return object?.title || object?.address || nameOrLabel(scope.nameOf(id), kind)
  }
}

/** The name of what is mentioned, which may be a page without a title; a label if it is missing. */
function nameOrLabel(name: string | undefined, kind: string): string {
  const isUntitled = kind === 'p' && name === ''
  return isUntitled ? 'Untitled' : name || placeholderText(kind)
}

function content(text: string, marks: readonly Mark[], scope: TextScope): Omit<Piece, 'marks'> {
  // The type of notion-types lists only some marks.
  const shown = plainText([[text, marks] as unknown as Decoration], mentionNames(scope))
  const math = formulaIn(marks)
  if (math !== undefined) return { text: math, form: 'math', href: undefined }
  const [page, user, emoji, external] = ['p', 'u', 'ce', 'eoi'].map((kind) => valueOf(kind, marks))
  if (typeof page === 'string') return { text: shown, form: 'text', href: scope.pageLink(page) }
  if (typeof user === 'string') return { text: shown && `@${shown}`, form: 'text', href: undefined }
  const picture = typeof emoji === 'string' ? scope.emojiLink(emoji) : undefined
  if (picture !== undefined) return { text: picture, form: 'picture', href: undefined }
  if (typeof external === 'string') {
    const { address } = scope.externalObject(external) ?? {}
    return { text: shown, form: 'text', href: address && scope.link(address) }
  }
  const isCode = marks.some(([kind]) => kind === 'c')
  return {
    text: shown,
    form: isCode ? 'code' : 'text',
    href: linkMention(valueOf('lm', marks), scope)
  }
}

/** The value of the mark of a kind; undefined if the text has no such mark. */
function valueOf(kind: string, marks: readonly Mark[]) {
  return marks.find((mark) => mark[0] === kind)?.[1]
}

function linkMention(value: unknown, scope: TextScope): string | undefined {
  const { href } = linkOf(value)
  return href ? scope.link(href) : undefined
}

/** Splits leading and trailing space from pieces; it keeps the marks shared with the neighbour. */
function outdentSpace(pieces: Piece[]): Piece[] {
  return pieces.flatMap((piece, index) => {
    if (piece.form !== 'text') return [piece]
    const { before, inner, after } = splitSpace(piece.text)
    const previous = shared(piece, pieces[index - 1])
    const next = shared(piece, pieces[index + 1])
    if (inner === '') {
      const common = previous.marks.filter((kind) => next.marks.includes(kind))
      return [{ ...previous, text: piece.text, marks: common }]
    }
    const parts = [
      { ...previous, text: before },
      { ...piece, text: inner },
      { ...next, text: after }
    ]
    return parts.filter(({ text }) => text !== '')
  })
}

/** A text without the space at its ends; `trim` takes linear time for long runs of space inside. */
function splitSpace(text: string): { before: string; inner: string; after: string } {
  const inner = text.trim()
  const start = text.length - text.trimStart().length
  return { before: text.slice(0, start), inner, after: text.slice(start + inner.length) }
}

/** An empty piece with the marks that two neighbours share. */
function shared(piece: Piece, other: Piece | undefined): Piece {
  const isSameLink = other?.href === piece.href
  const marks = piece.marks.filter(
    (kind) => other?.marks.includes(kind) && (kind !== 'a' || isSameLink)
  )
  return { text: '', form: 'text', href: marks.includes('a') ? piece.href : undefined, marks }
}

function merged(pieces: Piece[]): Piece[] {
  const result: Piece[] = []
  for (const piece of pieces) {
    const last = result.at(-1)
    const isMergeable = piece.form === 'text' || piece.form === 'code'
    if (last && isMergeable && formatOf(last) === formatOf(piece)) {
      result[result.length - 1] = { ...last, text: last.text + piece.text }
    } else {
      result.push(piece)
    }
  }
  return result
}

function formatOf({ form, href, marks }: Piece): string {
  return JSON.stringify([form, href, marks])
}
