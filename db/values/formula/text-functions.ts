import { hasMatch, replaced } from './regexp.ts'
import type { Call } from './context.ts'
import { isEqual, toNumber } from './value.ts'
import { wordsOf } from './to-text.ts'

const MAX_REPEATS = 1000

const ofText =
  (change: (text: string) => string): Call =>
  ([a = null], scene) =>
    change(wordsOf(a, scene))

const replace =
  (isAll: boolean): Call =>
  (args, scene) => {
    const [text = '', pattern = '', substitute = ''] = args.map((each) => wordsOf(each, scene))
    return replaced(text, { pattern, substitute, isAll })
  }

export const textFunctions: Record<string, Call> = {
  format: ofText((text) => text),
  lower: ofText((text) => text.toLowerCase()),
  upper: ofText((text) => text.toUpperCase()),
  trim: ofText((text) => text.trim()),
  replace: replace(false),
  replaceAll: replace(true),
  test: ([text = null, pattern = null], scene) =>
    hasMatch(wordsOf(text, scene), wordsOf(pattern, scene)),
  contains: ([text = null, part = null], scene) =>
    Array.isArray(text)
      ? text.some((each) => isEqual(each, part))
      : wordsOf(text, scene).includes(wordsOf(part, scene)),
  repeat: ([text = null, count = null], scene) =>
    wordsOf(text, scene).repeat(Math.min(MAX_REPEATS, Math.max(0, toNumber(count)))),
  split: ([text = null, separator = null], scene) =>
    wordsOf(text, scene).split(wordsOf(separator, scene))
}
