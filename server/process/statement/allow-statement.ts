import { QueryError } from '../../../db/describe/query-error.ts'
import { tokensOf, unquoted } from '../../../site/sql/tokens.ts'

const readingKinds = new Set(['select', 'values', 'with'])

/** Pragmas that only read, with or without an argument. */
const pragmasWithArgument = new Set([
  'foreign_key_check',
  'foreign_key_list',
  'index_info',
  'index_list',
  'index_xinfo',
  'integrity_check',
  'quick_check',
  'table_info',
  'table_list',
  'table_xinfo'
])

/** Pragmas that only read when they have no argument; with one, some would write. */
const barePragmas = new Set([
  ...pragmasWithArgument,
  'application_id',
  'collation_list',
  'compile_options',
  'database_list',
  'encoding',
  'freelist_count',
  'function_list',
  'journal_mode',
  'module_list',
  'page_count',
  'page_size',
  'pragma_list',
  'schema_version',
  'user_version'
])

/**
 * Throws `QueryError` unless the first words of a statement show that it only reads. SQLite's
 * read-only mode is not enough: some pragmas take effect when they are prepared, and ATTACH and VACUUM
 * INTO write files.
 */
export function allowStatement(sql: string): void {
  if (sql.includes('\0')) throw new QueryError('the statement contains a NUL character; remove it')
  const words = tokensOf(sql).map((token) => token.toLowerCase())
  const [first] = words
  if (first === undefined) throw new QueryError('the statement is empty; write one in quotes')
  if (!isAllowed(words)) {
    const what =
      first === 'explain' || first === 'pragma' ? `this ${first}` : `"${first.slice(0, 40)}"`
    throw new QueryError(
      `${what} is not allowed; use a statement that only reads: select, values, with, explain of these, or a pragma such as table_info`
    )
  }
}

/**
 * As `allowStatement`, for statements of clients on other machines: they do not learn where the mirror is
 * on this one. Throws `QueryError`.
 */
export function allowForeignStatement(sql: string): void {
  allowStatement(sql)
  const names = tokensOf(sql).map((token) => unquoted(token.replaceAll("'", '"')).toLowerCase())
  if (names.some((name) => /^(pragma_)?database_list$/.test(name))) {
    throw new QueryError('database_list is not allowed; there is one database, "main"')
  }
}

function isAllowed([first = '', ...rest]: string[]): boolean {
  if (readingKinds.has(first)) return true
  if (first === 'pragma') return isReadingPragma(rest)
  if (first !== 'explain') return false
  const explained = rest[0] === 'query' && rest[1] === 'plan' ? rest[2] : rest[0]
  return readingKinds.has(explained ?? '')
}

function isReadingPragma(words: string[]): boolean {
  const [name = '', ...rest] = words[1] === '.' ? words.slice(2) : words
  const hasArgument = rest.some((word) => word !== ';')
  if (rest.includes('=')) return false
  return (hasArgument ? pragmasWithArgument : barePragmas).has(unquoted(name))
}
