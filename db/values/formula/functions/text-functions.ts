import { matchRegExp, testRegExp, replaceRegExp } from '../regexp.ts'
import type { FormulaFunction } from '../context.ts'
import { FormulaProblem, toList, toNumber, toWholeNumber } from '../value.ts'
import { toText } from '../to-text.ts'

const MAX_REPEATS = 1000

const ofText =
  (change: (text: string) => string): FormulaFunction =>
  ([a = null], context) =>
    change(toText(a, context))

const replace =
  (isAll: boolean): FormulaFunction =>
  (args, context) => {
    const [text = '', pattern = '', substitute = ''] = args.map((each) => toText(each, context))
    return replaceRegExp(text, { pattern, substitute, isAll })
  }

/** Notion does not document padding with an empty text. */
const pad =
  (side: 'padStart' | 'padEnd'): FormulaFunction =>
  ([a = null, length = null, b = null], context) => {
    const [text, filler] = [toText(a, context), toText(b, context)]
    const target = Math.min(MAX_REPEATS, toWholeNumber(length))
    if (filler === '' && text.length < target)
      throw new FormulaProblem('it pads with an empty text')
    return text[side](target, filler)
  }

export const textFunctions: Record<string, FormulaFunction> = {
  format: ofText((text) => text),
  lower: ofText((text) => text.toLowerCase()),
  upper: ofText((text) => text.toUpperCase()),
  trim: ofText((text) => text.trim()),
  replace: replace(false),
  replaceAll: replace(true),
  test: ([text = null, pattern = null], context) =>
    testRegExp(toText(text, context), toText(pattern, context)),
  match: ([text = null, pattern = null], context) =>
    matchRegExp(toText(text, context), toText(pattern, context)),
  contains: ([text = null, part = null], context) =>
    toText(text, context).includes(toText(part, context)),
  repeat: ([text = null, count = null], context) =>
    toText(text, context).repeat(Math.min(MAX_REPEATS, Math.max(0, toNumber(count)))),
  padStart: pad('padStart'),
  padEnd: pad('padEnd'),
  /** Like `slice`, but Notion does not document negative or reversed indices. */
  substring: ([text = null, from = null, to], context) => {
    const start = toWholeNumber(from)
    const end = to === undefined ? undefined : toWholeNumber(to)
    if (start < 0 || (end !== undefined && end < start)) {
      throw new FormulaProblem(
        'it takes a part of a text with a negative start, or an end before the start'
      )
    }
    return toText(text, context).slice(start, end)
  },
  // The value of a formula is stored as text, which has neither styles nor links.
  style: ofText((text) => text),
  unstyle: ofText((text) => text),
  link: ofText((text) => text),
  /** People are read as their names. */
  name: ([a = null]) => {
    const [person = null, ...others] = toList(a)
    if (others.length > 0 || (person !== null && typeof person !== 'string')) {
      throw new FormulaProblem('it takes the name of a value that is not one person')
    }
    return person
  },
  split: ([text = null, separator = ' '], context) =>
    toText(text, context).split(toText(separator, context))
}
