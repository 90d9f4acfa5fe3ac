import { testRegExp, replaceRegExp } from '../regexp.ts'
import type { FormulaFunction } from '../context.ts'
import { toNumber } from '../value.ts'
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

export const textFunctions: Record<string, FormulaFunction> = {
  format: ofText((text) => text),
  lower: ofText((text) => text.toLowerCase()),
  upper: ofText((text) => text.toUpperCase()),
  trim: ofText((text) => text.trim()),
  replace: replace(false),
  replaceAll: replace(true),
  test: ([text = null, pattern = null], context) =>
    testRegExp(toText(text, context), toText(pattern, context)),
  contains: ([text = null, part = null], context) =>
    toText(text, context).includes(toText(part, context)),
  repeat: ([text = null, count = null], context) =>
    toText(text, context).repeat(Math.min(MAX_REPEATS, Math.max(0, toNumber(count)))),
  split: ([text = null, separator = ' '], context) =>
    toText(text, context).split(toText(separator, context))
}
