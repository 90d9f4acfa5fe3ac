import type { SqlPart } from './conditions.ts'
import type { SqlValue } from '../sql-value.ts'

/**
 * A statement with its values in place of its parameters, for people to read and change. It is only
 * shown: statements run with parameters.
 */
export function literalSql({ sql, values }: SqlPart): string {
  const left = [...values]
  // Names of the schema and our own literals contain no question mark.
  return sql.replaceAll('?', () => literal(left.shift() ?? null))
}

function literal(value: SqlValue): string {
  if (value === null) return 'null'
  if (typeof value === 'string') return `'${value.replaceAll("'", "''")}'`
  if (value instanceof Uint8Array) return `x'${Buffer.from(value).toString('hex')}'`
  return String(value)
}
