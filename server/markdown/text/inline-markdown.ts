import { codeSpan, escapeHtml, escapeInline, escapeLineStart } from './escape.ts'
import { type MarkKind, type Piece, type TextScope, textPieces } from './text-pieces.ts'

/** Where a text is written: `line` (a heading) and `cell` (of a table) allow no line breaks. */
export type TextPlace = 'paragraph' | 'line' | 'cell'

interface Token {
  kind: 'text' | 'open' | 'close'
  mark?: MarkKind
  /** The Markdown of a text token; the destination for the tokens of a link. */
  value: string
}

/** Rich text as Markdown with marks, links and mentions; empty if `text` is not rich text. */
export function inlineMarkdown(
  text: unknown,
  scope: TextScope,
  place: TextPlace = 'paragraph'
): string {
  const tokens = tokensOf(textPieces(text, scope), pieceMarkdown(place))
  const markdown = tokens.map((token, index) => markdownOf(tokens, token, index)).join('')
  const trimmed = markdown
    .trim()
    .split('\n')
    .map((line) => escapeLineStart(line.trim()))
  if (place === 'paragraph') return trimmed.join('\\\n')
  const oneLine = trimmed.join('<br>')
  // Number signs at the end of a heading would be its closing sequence.
  return place === 'line' ? oneLine.replace(/(?<=\s)(#+)$/, String.raw`\$1`) : oneLine
}

/** Rich text as HTML, for places where Markdown is not parsed. */
export function inlineHtml(text: unknown, scope: TextScope): string {
  const tokens = tokensOf(textPieces(text, scope), pieceHtml)
  return tokens.map(htmlOf).join('').trim().replaceAll('\n', '<br>')
}

function pieceMarkdown(place: TextPlace): (piece: Piece) => string {
  return ({ form, text }) => {
    if (form === 'text') return escapeInline(text)
    if (form === 'picture') return `![](${text})`
    // `|` starts the next cell, even inside code and math.
    const isCell = place === 'cell'
    if (form === 'code')
      return isCell ? codeSpan(text).replaceAll('|', String.raw`\|`) : codeSpan(text)
    return mathSpan(isCell ? text.replaceAll('|', String.raw`\vert `) : text)
  }
}

function mathSpan(tex: string): string {
  const line = tex.replaceAll(/\s+/g, ' ').trim()
  return line === '' ? '' : `$${line.replaceAll(/(?<!\\)\$/g, String.raw`\$`)}$`
}

function pieceHtml({ form, text }: Piece): string {
  if (form === 'picture') return `<img src="${escapeHtml(text)}" alt="">`
  if (form === 'math') return escapeHtml(mathSpan(text))
  return form === 'code' ? `<code>${escapeHtml(text)}</code>` : escapeHtml(text)
}

/** Pieces as tokens whose marks open and close properly nested. */
function tokensOf(pieces: Piece[], content: (piece: Piece) => string): Token[] {
  const tokens: Token[] = []
  const open: { mark: MarkKind; value: string }[] = []
  const closeTo = (depth: number) => {
    for (const entry of open.splice(depth).toReversed()) tokens.push({ kind: 'close', ...entry })
  }
  for (const piece of pieces) {
    const wanted = piece.marks.map((mark) => ({
      mark,
      value: mark === 'a' ? (piece.href ?? '') : ''
    }))
    const isOpen = (entry: { mark: MarkKind; value: string }, index: number) =>
      open[index]?.mark === entry.mark && open[index]?.value === entry.value
    const differs = wanted.findIndex((entry, index) => !isOpen(entry, index))
    const depth = differs === -1 ? wanted.length : differs
    closeTo(depth)
    for (const entry of wanted.slice(depth)) {
      open.push(entry)
      tokens.push({ kind: 'open', ...entry })
    }
    tokens.push({ kind: 'text', value: content(piece) })
  }
  closeTo(0)
  return tokens
}

const tags: Record<Exclude<MarkKind, 'a'>, string> = { b: 'strong', i: 'em', s: 's', _: 'u' }
const delimiters = new Map<MarkKind | undefined, string>([
  ['b', '**'],
  ['i', '_'],
  ['s', '~~']
])

function markdownOf(tokens: Token[], token: Token, index: number): string {
  if (token.kind === 'text') return token.value
  if (token.mark === 'a') return token.kind === 'open' ? '[' : `](${token.value})`
  const delimiter = delimiters.get(token.mark)
  return delimiter !== undefined && isValidMark(tokens, index) ? delimiter : htmlOf(token)
}

function htmlOf({ kind, mark, value }: Token): string {
  if (kind === 'text' || mark === undefined) return value
  if (mark === 'a') return kind === 'open' ? `<a href="${value.replaceAll('&', '&amp;')}">` : '</a>'
  return kind === 'open' ? `<${tags[mark]}>` : `</${tags[mark]}>`
}

/**
 * Whether both delimiters of a pair open and close a mark (CommonMark, left- and right-flanking
 * runs). `**` between punctuation inside and a letter outside does not (`**note:**text`), and `_`
 * needs space or punctuation outside.
 */
function isValidMark(tokens: Token[], index: number): boolean {
  const pair = partnerOf(tokens, index)
  const [start, end] = index < pair ? [index, pair] : [pair, index]
  const isStrict = tokens[index]?.mark === 'i'
  const isFlanking = (inner: string, outer: string) =>
    !isSpace(inner) && (isBoundary(outer) || (!isStrict && !isBoundary(inner)))
  return (
    isFlanking(firstOf(tokens[start + 1]), lastOf(tokens[start - 1])) &&
    isFlanking(lastOf(tokens[end - 1]), firstOf(tokens[end + 1]))
  )
}

function partnerOf(tokens: Token[], index: number): number {
  const { kind, mark } = tokens[index] ?? {}
  const isPartner = (token: Token) => token.mark === mark && token.kind !== kind
  return kind === 'open'
    ? tokens.findIndex((token, at) => at > index && isPartner(token))
    : tokens.findLastIndex((token, at) => at < index && isPartner(token))
}

/** The first character of a token; marks count as punctuation, the end of the text as space. */
function firstOf(token: Token | undefined): string {
  if (!token) return ' '
  return token.kind === 'text' ? ([...token.value][0] ?? ' ') : '*'
}

function lastOf(token: Token | undefined): string {
  if (!token) return ' '
  return token.kind === 'text' ? ([...token.value].at(-1) ?? ' ') : '*'
}

function isSpace(character: string): boolean {
  return /\s/.test(character)
}

function isBoundary(character: string): boolean {
  return /[\s\p{P}\p{S}]/u.test(character)
}
