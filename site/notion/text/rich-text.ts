import type { Block, Decoration, FormattedDate } from 'notion-types'

import {
  FORMULA_CHARACTER,
  MENTION_CHARACTER,
  type Mark,
  type NameOf,
  mentionIn,
  mentionText,
  normalizeDate
} from './mentions.ts'

/**
 * The visible text without marks. The record has the placeholders `‣` and `⁍` for mentions and
 * equations; they are replaced by the names and formulas in the marks. `nameOf` returns names by
 * id. Half of a surrogate pair, which cannot be encoded as UTF-8, becomes U+FFFD.
 */
export function plainText(
  text: Decoration[] | undefined,
  nameOf: NameOf = () => undefined
): string {
  if (!Array.isArray(text)) return ''
  const words = text.map((part) => partText(part, nameOf)).join('')
  return words.toWellFormed()
}

/** The arguments of all marks of a kind in a text (`marksOf(text, 'd')`: its dates). */
export function marksOf(text: Decoration[] | undefined, kind: string): unknown[] {
  if (!Array.isArray(text)) return []
  const found: unknown[] = []
  // Loops without functions: a page has thousands of texts, most of them without marks.
  for (const part of text) {
    for (const [name, argument] of marksIn(part)) if (name === kind) found.push(argument)
  }
  return found
}

/** The texts of a block that may refer to something: most have no marks. */
export function markedTexts({ properties }: Pick<Block, 'properties'>): Decoration[][] {
  const found: Decoration[][] = []
  for (const name in properties) {
    const text: unknown = (properties as Record<string, unknown>)[name]
    if (hasMarks(text)) found.push(text)
  }
  return found
}

/** Whether any segment of a text has marks. */
export function hasMarks(text: unknown): text is Decoration[] {
  if (!Array.isArray(text)) return false
  for (const part of text) if (Array.isArray(part) && part.length > 1) return true
  return false
}

/** The dates of a text, in order, normalized. */
export function datesIn(text: Decoration[] | undefined): FormattedDate[] {
  return marksOf(text, 'd').flatMap((value) => normalizeDate(value) ?? [])
}

/** The marks of a text segment. Older records wrap a mention once more (`‣`, [kind, value]). */
export function marksIn(part: unknown): readonly Mark[] {
  // Notion's types list only known marks; records may contain others and malformed ones.
  const found: unknown = Array.isArray(part) ? part[1] : undefined
  if (!Array.isArray(found)) return none
  if (found.every(isMark)) return found
  return found.flatMap((mark: unknown): Mark[] => {
    if (!Array.isArray(mark)) return []
    const isWrapped = mark[0] === MENTION_CHARACTER && Array.isArray(mark[1])
    const [kind, argument] = (isWrapped ? mark[1] : mark) as unknown[]
    return typeof kind === 'string' ? [[kind, argument]] : []
  })
}

const none: readonly Mark[] = []

/** Whether a mark has the shape of current records; older and malformed ones are converted. */
function isMark(mark: unknown): mark is Mark {
  return Array.isArray(mark) && typeof mark[0] === 'string' && mark[0] !== MENTION_CHARACTER
}

/** The text of a segment; empty if it is not a segment of a rich text. */
export function headOf(part: unknown): string {
  const text: unknown = Array.isArray(part) ? part[0] : undefined
  return typeof text === 'string' ? text : ''
}

/** The source of an equation among marks. */
export function formulaIn(marks: readonly Mark[]): string | undefined {
  const math = marks.find(([kind]) => kind === 'e')?.[1]
  return typeof math === 'string' ? math : undefined
}

function partText(part: Decoration, nameOf: NameOf): string {
  const text = headOf(part)
  if (text !== MENTION_CHARACTER && text !== FORMULA_CHARACTER) return text

  const marks = marksIn(part)
  const formula = text === FORMULA_CHARACTER ? formulaIn(marks) : undefined
  if (formula !== undefined) return formula
  const mention = mentionIn(text, marks)
  return mention ? mentionText(mention, nameOf) : text
}
