import type { Decoration } from 'notion-types'

import { type Mark, linkOf } from '../../../site/notion/text/mentions.ts'
import { formulaIn, marksIn, plainText } from '../../../site/notion/text/rich-text.ts'

/** What the texts of a page may name, as it is called and found in the export. */
export interface TextScope {
  /** Title of a page or name of a user; undefined when the mirror knows neither. */
  nameOf: (id: string) => string | undefined
  /** Link to a page, relative to the file being written; undefined when the mirror has no such page. */
  pageLink: (id: string) => string | undefined
  /** Destination of an address that stands in a text; undefined when nothing can be linked. */
  link: (address: string) => string | undefined
  /** Link to a stored file by its source address; undefined when its bytes are not there. */
  fileLink: (source: string) => string | undefined
  /** The same for a custom emoji of the workspace, by its id. */
  emojiLink: (id: string) => string | undefined
  /** Title and address of an object of another site; undefined when the mirror has no such block. */
  externalObject: (id: string) => { title: string; address: string | undefined } | undefined
}

export type MarkKind = 'a' | 'b' | 'i' | 's' | '_'

/** A stretch of text with one set of marks. */
export interface Piece {
  text: string
  /** Set when the text is not words: math in TeX, code, or the destination of a small picture. */
  form: 'words' | 'math' | 'code' | 'picture'
  /** Destination of its link. */
  href: string | undefined
  /** In the order in which they nest, from the outermost. */
  marks: MarkKind[]
}

/** Marks that Markdown can show, outermost first; colours and comments are none. */
const nesting: MarkKind[] = ['a', 'b', 'i', 's', '_']

/**
 * A rich text as pieces that differ from their neighbours, with mentions written out. Space at the
 * edge of a mark stands outside of it: Markdown does not know `** bold**`.
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
  const valueOf = (kind: string) => marks.find((mark) => mark[0] === kind)?.[1]
  const own = valueOf('a')
  const { text, form, href } = content(part[0], marks, scope)
  const target = (typeof own === 'string' ? scope.link(own) : undefined) ?? href
  const kinds = new Set<string>(marks.map(([kind]) => kind).filter((kind) => kind !== 'a'))
  if (target !== undefined) kinds.add('a')
  const shown = text.replaceAll('\r\n', '\n').replaceAll(/[^\P{Cc}\n\t]/gu, '')
  const piece = { href: target, marks: nesting.filter((kind) => kinds.has(kind)) }
  // A span of code has one line; what breaks it are words of no more than a line break.
  const lines = form === 'code' ? shown.split(/(\n)/) : [shown]
  return lines
    .filter(Boolean)
    .map((line) => ({ ...piece, text: line, form: line === '\n' ? 'words' : form }))
}

function content(text: string, marks: Mark[], scope: TextScope): Omit<Piece, 'marks'> {
  const valueOf = (kind: string) => marks.find((mark) => mark[0] === kind)?.[1]
  // The type of notion-types names the known marks only.
  const words = plainText([[text, marks] as unknown as Decoration], scope.nameOf)
  const math = formulaIn(marks)
  if (math !== undefined) return { text: math, form: 'math', href: undefined }
  const [page, user, emoji, external] = ['p', 'u', 'ce', 'eoi'].map(valueOf)
  if (typeof page === 'string') return { text: words, form: 'words', href: scope.pageLink(page) }
  if (typeof user === 'string')
    return { text: words && `@${words}`, form: 'words', href: undefined }
  if (typeof emoji === 'string') return picturePiece(scope.emojiLink(emoji))
  if (typeof external === 'string') return externalPiece(external, scope)
  const isCode = marks.some(([kind]) => kind === 'c')
  return { text: words, form: isCode ? 'code' : 'words', href: linkMention(valueOf('lm'), scope) }
}

function picturePiece(link: string | undefined): Omit<Piece, 'marks'> {
  return { text: link ?? '', form: 'picture', href: undefined }
}

function externalPiece(id: string, scope: TextScope): Omit<Piece, 'marks'> {
  const found = scope.externalObject(id)
  const href = found?.address === undefined ? undefined : scope.link(found.address)
  return { text: found?.title ?? '', form: 'words', href }
}

function linkMention(value: unknown, scope: TextScope): string | undefined {
  const { href } = linkOf(value)
  return href ? scope.link(href) : undefined
}

/** Space at the edges of a piece keeps only the marks that its neighbour has too. */
function outdentSpace(pieces: Piece[]): Piece[] {
  return pieces.flatMap((piece, index) => {
    if (piece.form !== 'words') return [piece]
    const [, before = '', words = '', after = ''] = /^(\s*)(.*?)(\s*)$/s.exec(piece.text) ?? []
    const previous = shared(piece, pieces[index - 1])
    const next = shared(piece, pieces[index + 1])
    if (words === '') {
      const common = previous.marks.filter((kind) => next.marks.includes(kind))
      return [{ ...previous, text: piece.text, marks: common }]
    }
    const parts = [
      { ...previous, text: before },
      { ...piece, text: words },
      { ...next, text: after }
    ]
    return parts.filter(({ text }) => text !== '')
  })
}

/** A piece of nothing with the marks that two neighbours share. */
function shared(piece: Piece, other: Piece | undefined): Piece {
  const isSameLink = other?.href === piece.href
  const marks = piece.marks.filter(
    (kind) => other?.marks.includes(kind) && (kind !== 'a' || isSameLink)
  )
  return { text: '', form: 'words', href: marks.includes('a') ? piece.href : undefined, marks }
}

function merged(pieces: Piece[]): Piece[] {
  const result: Piece[] = []
  for (const piece of pieces) {
    const last = result.at(-1)
    const isWords = piece.form === 'words' || piece.form === 'code'
    if (last && isWords && look(last) === look(piece)) {
      result[result.length - 1] = { ...last, text: last.text + piece.text }
    } else {
      result.push(piece)
    }
  }
  return result
}

function look({ form, href, marks }: Piece): string {
  return JSON.stringify([form, href, marks])
}
