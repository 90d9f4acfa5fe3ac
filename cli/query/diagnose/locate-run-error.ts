import { type Token, tokensOf } from './tokens.ts'
import type { View } from '../views-of.ts'

/** The position of an error that occurs while a statement runs. */
export interface RunErrorPlace {
  /** In UTF-16 units, in the SQL of the view where there is one. */
  offset?: number
  view?: View
  hint?: string
}

/** Error messages, and the functions and operators that can raise them. */
const raisers: [message: RegExp, names: RegExp][] = [
  [/JSON/, /^(jsonb?|jsonb?_(?!valid$)\w+|->>?)$/i],
  [/^integer overflow$/, /^(abs|sum)$/i],
  [/^ESCAPE /, /^escape$/i],
  [/^LIKE or GLOB /, /^(like|glob)$/i],
  [/ function MATCH /, /^match$/i]
]

const remedies = new Map([
  ['malformed JSON', 'json_valid() tests whether a value is JSON'],
  ['integer overflow', 'cast(… as real) avoids the limit'],
  ['string or blob too big', 'substr() selects a part of it']
])

/**
 * Locates an error for which SQLite reports no position: the only function or operator in the
 * statement, or else in a view that it reads, that can raise it. Several candidates are listed in the
 * hint.
 */
export function locateRunError(options: {
  sql: string
  message: string
  views: View[]
}): RunErrorPlace {
  const { sql, message, views } = options
  const remedy = remedies.get(message)
  const texts = [{ sql, view: undefined }, ...views.map((view) => ({ sql: view.sql, view }))]
  const found = texts
    .map(({ sql: text, view }) => ({ view, tokens: raisersIn(text, message) }))
    .find(({ tokens }) => tokens.length > 0)
  const [first, ...others] = found?.tokens ?? []
  const names = [...new Set(found?.tokens.map(({ text }) => text.toLowerCase()))].join(', ')
  const among = others.length > 0 ? `the error comes from one of these: ${names}` : undefined
  const hint = [among, remedy].filter(Boolean).join('; ')
  return {
    ...(first && others.length === 0 && { offset: first.start }),
    ...(found?.view && { view: found.view }),
    ...(hint && { hint })
  }
}

function raisersIn(sql: string, message: string): Token[] {
  const names = raisers.find(([pattern]) => pattern.test(message))?.[1]
  const tokens = tokensOf(sql)
  // A column may have the name of a function.
  const isUsed = (index: number) =>
    !/^(json|abs|sum)/i.test(tokens[index]?.text ?? '') || tokens[index + 1]?.text === '('
  return tokens.filter(({ text }, index) => names?.test(text) && isUsed(index))
}
