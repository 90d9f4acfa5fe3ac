import type { PhrasingContent } from 'mdast'

import { escapeHtml, html } from './html.ts'
import { mathSource } from './math.ts'
import { type MarkKind, type Piece, type TextScope, textPieces } from './text-pieces.ts'

/** Where a text is written: `line` (a heading) and `cell` (of a table) allow no line breaks. */
export type TextPlace = 'paragraph' | 'line' | 'cell'

/** Rich text with marks, links and mentions; empty if `text` is not rich text. */
export function phrasing(
  text: unknown,
  scope: TextScope,
  place: TextPlace = 'paragraph'
): PhrasingContent[] {
  const gap: PhrasingContent = place === 'paragraph' ? { type: 'break' } : html('<br>')
  return linesOf(textPieces(text, scope)).flatMap((line, index) => [
    ...(index === 0 ? [] : [gap]),
    ...markedContent(line, { place, depth: 0, before: ' ', after: ' ' })
  ])
}

/** Rich text as HTML, for places where Markdown is not parsed. */
export function inlineHtml(text: unknown, scope: TextScope): string {
  return textPieces(text, scope).map(pieceHtml).join('').trim().replaceAll('\n', '<br>')
}

/** Lines without space at their ends, from the first to the last that is not empty. */
function linesOf(pieces: Piece[]): Piece[][] {
  const lines: Piece[][] = [[]]
  for (const piece of pieces) {
    const texts = piece.form === 'text' ? piece.text.split('\n') : [piece.text]
    for (const [index, text] of texts.entries()) {
      if (index > 0) lines.push([])
      if (text !== '') lines.at(-1)?.push({ ...piece, text })
    }
  }
  const trimmed = lines.map(trimmedLine)
  const [first, last] = [trimmed.findIndex(isFilled), trimmed.findLastIndex(isFilled)]
  return trimmed.slice(Math.max(first, 0), last + 1)
}

function isFilled(line: Piece[]): boolean {
  return line.length > 0
}

function trimmedLine(line: Piece[]): Piece[] {
  const shown = line.map(isShown)
  const [first, last] = [shown.indexOf(true), shown.lastIndexOf(true)]
  return line.slice(Math.max(first, 0), last + 1).map((piece, index, pieces) => {
    if (piece.form !== 'text') return piece
    const start = index === 0 ? piece.text.trimStart() : piece.text
    return { ...piece, text: index === pieces.length - 1 ? start.trimEnd() : start }
  })
}

function isShown({ form, text }: Piece): boolean {
  return form !== 'text' || text.trim() !== ''
}

interface Surroundings {
  place: TextPlace
  /** The number of marks that all pieces share. */
  depth: number
  /** The characters next to the pieces. */
  before: string
  after: string
}

/** Pieces as a tree: neighbours with the same mark at `depth` share its node. */
function markedContent(pieces: Piece[], around: Surroundings): PhrasingContent[] {
  const { depth } = around
  const nodes: PhrasingContent[] = []
  for (let start = 0, end = 0; start < pieces.length; start = end) {
    end = runEnd(pieces, start, depth)
    const run = pieces.slice(start, end)
    nodes.push(
      ...runContent(run, {
        ...around,
        before: start === 0 ? around.before : edgeOf(pieces[start - 1], { depth, side: -1 }),
        after: end === pieces.length ? around.after : edgeOf(pieces[end], { depth, side: 0 })
      })
    )
  }
  return nodes
}

/** The index after the last of the pieces from `start` that share a mark; links have one address. */
function runEnd(pieces: Piece[], start: number, depth: number): number {
  const first = pieces[start]
  const mark = first?.marks[depth]
  if (mark === undefined) return start + 1
  const isSame = (piece: Piece | undefined) =>
    piece?.marks[depth] === mark && (mark !== 'a' || piece.href === first?.href)
  let end = start + 1
  while (isSame(pieces[end])) end++
  return end
}

function runContent(run: Piece[], around: Surroundings): PhrasingContent[] {
  const [first] = run
  const mark = first?.marks[around.depth]
  if (!first) return []
  if (mark === undefined) return leaf(first, around.place)
  const depth = around.depth + 1
  const children = markedContent(run, { ...around, depth, before: '*', after: '*' })
  if (mark === 'a') return [{ type: 'link', url: first.href ?? '', children }]
  const type = nodeTypes.get(mark)
  if (type && isValidMark(run, around)) return [{ type, children }]
  return [html(`<${tags[mark]}>`), ...children, html(`</${tags[mark]}>`)]
}

const tags: Record<Exclude<MarkKind, 'a'>, string> = { b: 'strong', i: 'em', s: 's', _: 'u' }
const nodeTypes = new Map<MarkKind, 'strong' | 'emphasis' | 'delete'>([
  ['b', 'strong'],
  ['i', 'emphasis'],
  ['s', 'delete']
])

/**
 * Whether delimiters around the run open and close a mark (CommonMark, left- and right-flanking
 * runs). `**` between punctuation inside and a letter outside does not (`**note:**text`), and `_`
 * needs space or punctuation outside. The library would write the letter as a character reference.
 */
function isValidMark(run: Piece[], { depth, before, after }: Surroundings): boolean {
  const isStrict = run[0]?.marks[depth] === 'i'
  const isFlanking = (inner: string, outer: string) =>
    !/\s/.test(inner) && (isBoundary(outer) || (!isStrict && !isBoundary(inner)))
  return (
    isFlanking(edgeOf(run[0], { depth: depth + 1, side: 0 }), before) &&
    isFlanking(edgeOf(run.at(-1), { depth: depth + 1, side: -1 }), after)
  )
}

/** The first (0) or last (-1) character of a piece; `*` for marks, links, pictures, code and math. */
function edgeOf(
  piece: Piece | undefined,
  { depth, side }: { depth: number; side: 0 | -1 }
): string {
  if (piece?.form !== 'text' || piece.marks.length > depth) return '*'
  return [...piece.text].at(side) ?? ' '
}

function isBoundary(character: string): boolean {
  return /[\s\p{P}\p{S}]/u.test(character)
}

function leaf({ form, text }: Piece, place: TextPlace): PhrasingContent[] {
  if (form === 'text') return [{ type: 'text', value: text }]
  if (form === 'picture') return [{ type: 'image', url: text, alt: '' }]
  const isCell = place === 'cell'
  // `|` starts the next cell, even inside math.
  if (form === 'math')
    return [html(mathSpan(isCell ? text.replaceAll('|', String.raw`\vert `) : text))]
  // A code span in a cell cannot have a backslash before `|`.
  return isCell && text.includes(String.raw`\|`)
    ? [html('<code>'), { type: 'text', value: text }, html('</code>')]
    : [{ type: 'inlineCode', value: text }]
}

function mathSpan(tex: string): string {
  const line = tex.replaceAll(/\s+/g, ' ').trim()
  return line === '' ? '' : `$${mathSource(line)}$`
}

function pieceHtml({ form, text, marks, href = '' }: Piece): string {
  const content = {
    text: () => escapeHtml(text),
    code: () => `<code>${escapeHtml(text)}</code>`,
    math: () => escapeHtml(mathSpan(text)),
    picture: () => `<img src="${escapeHtml(text)}" alt="">`
  }[form]()
  return marks.reduceRight(
    (inner, mark) =>
      mark === 'a'
        ? `<a href="${escapeHtml(href)}">${inner}</a>`
        : `<${tags[mark]}>${inner}</${tags[mark]}>`,
    content
  )
}
