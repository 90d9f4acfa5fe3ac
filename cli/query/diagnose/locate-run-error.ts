import { type Token, tokensOf } from './tokens.ts'
import type { View } from '../views-of.ts'

/** What is known of an error that comes while a statement runs. */
export interface RunErrorPlace {
  /** In UTF-16 units, in the SQL of the view where there is one. */
  offset?: number
  view?: View
  hint?: string
}

/** What can go wrong with a value, and the functions and operators that say so. */
const raisers: [message: RegExp, names: RegExp][] = [
  [/JSON/, /^(jsonb?|jsonb?_(?!valid$)\w+|->>?)$/i],
  [/^integer overflow$/, /^(abs|sum)$/i],
  [/^ESCAPE /, /^escape$/i],
  [/^LIKE or GLOB /, /^(like|glob)$/i],
  [/ function MATCH /, /^match$/i]
]

const remedies = new Map([
  ['malformed JSON', 'json_valid() tells what is JSON'],
  ['integer overflow', 'cast(… as real) has no such limit'],
  ['string or blob too big', 'ask for less of it, with substr()']
])

/**
 * Where an error comes from that SQLite has told without its place: the only thing in the statement
 * that can raise it, else in a view that it reads. Of several they are named.
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
  const among = others.length > 0 ? `it comes from one of these: ${names}` : undefined
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
  // A column may be called like a function.
  const isUsed = (index: number) =>
    !/^(json|abs|sum)/i.test(tokens[index]?.text ?? '') || tokens[index + 1]?.text === '('
  return tokens.filter(({ text }, index) => names?.test(text) && isUsed(index))
}
