import { IntlMessageFormat } from 'intl-messageformat'

import { isFields } from '../notion/is-fields.ts'
import { type Messages, english } from './en.ts'
import { messageOf } from '../formats/error-message.ts'

/**
 * Texts of the interface as a site writes them, by the keys of `en.ts`; any may be missing. Where that
 * has a function, the text is an ICU message: `{0}` is the first argument, and a name in braces is a
 * field of an argument that is an object.
 */
export type SiteMessages = Translated<Messages>

type Translated<Texts> = {
  [Key in keyof Texts]?: Texts[Key] extends string | ((...values: never[]) => string)
    ? string
    : Texts[Key] extends readonly string[] | ((...values: never[]) => string[])
      ? readonly string[]
      : Translated<Texts[Key]>
}

/** The messages of a language with the texts of a site in their places. */
export function translated(
  messages: Messages,
  { texts, language }: { texts: SiteMessages; language: string }
): Messages {
  // The result has the shape of the messages, since `messageProblems` has checked the texts.
  return withTexts(messages, texts, language) as Messages
}

function withTexts(built: unknown, given: unknown, language: string): unknown {
  if (given === undefined) return built
  if (typeof built === 'function') return messageFunction(given as string | string[], language)
  if (!isFields(built) || !isFields(given)) return given
  const entries = Object.entries(built)
  return Object.fromEntries(
    entries.map(([key, each]) => [key, withTexts(each, given[key], language)])
  )
}

function messageFunction(given: string | string[], language: string) {
  if (typeof given === 'string') return formatter(given, language)
  const parts = given.map((part) => formatter(part, language))
  return (...values: unknown[]) => parts.map((write) => write(...values))
}

function formatter(text: string, language: string): (...values: unknown[]) => string {
  const message = new IntlMessageFormat(text, language, undefined, { ignoreTag: true })
  return (...values) => String(message.format(namedValues(values)))
}

/** The values of a message: each argument by its position, and the fields of objects by their names. */
function namedValues(values: unknown[]): Record<string, string> {
  const fields = values.filter(isFields)
  // Only texts, numbers and booleans are passed to messages; the library formats each of them.
  return Object.assign({}, values, ...fields) as Record<string, string>
}

/** What is wrong with the texts of a site: unknown keys, other types, and syntax errors. */
export function messageProblems(texts: unknown): string[] {
  return problemsOf(texts, english('en'), [])
}

function problemsOf(given: unknown, built: unknown, path: string[]): string[] {
  const key = path.join('.')
  if (built === undefined) return [`"${key}" is not a text of the interface; remove it`]
  if (isFields(built)) {
    if (!isFields(given)) return [`"${key}" is not an object of texts`]
    return Object.entries(given).flatMap(([name, each]) =>
      problemsOf(each, Object.hasOwn(built, name) ? built[name] : undefined, [...path, name])
    )
  }
  const isList = Array.isArray(typeof built === 'function' ? sampleOf(built) : built)
  const parts: unknown[] = isList && Array.isArray(given) ? given : [given]
  if (isList !== Array.isArray(given) || !parts.every((part) => typeof part === 'string')) {
    return [`"${key}" is not a ${isList ? 'list of texts' : 'text'}`]
  }
  if (typeof built !== 'function') return []
  return parts.flatMap((part) => syntaxProblem(part as string, key))
}

function syntaxProblem(text: string, key: string): string[] {
  try {
    formatter(text, 'en')
    return []
  } catch (error) {
    // The only possible error: the text is not an ICU message.
    return [`"${key}" is not an ICU message (${messageOf(error)}): ${text}`]
  }
}

/** The result of a message for empty arguments: only its type matters. */
function sampleOf(message: unknown): unknown {
  const rows = { from: 0, to: 0, total: 0, whole: 0, isMore: false }
  return (message as (...values: unknown[]) => unknown)('', rows, '')
}

/** The keys of all texts of the interface that a site has not translated, such as `lists.tags`. */
export function untranslated(texts: SiteMessages): string[] {
  return missingIn(texts, english('en'), [])
}

function missingIn(given: unknown, built: unknown, path: string[]): string[] {
  if (given === undefined && !isFields(built)) return [path.join('.')]
  if (!isFields(built)) return []
  return Object.entries(built).flatMap(([name, each]) =>
    missingIn(isFields(given) ? given[name] : undefined, each, [...path, name])
  )
}
