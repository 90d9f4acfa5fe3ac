import { sql } from 'drizzle-orm'
import { type AnySQLiteColumn, check } from 'drizzle-orm/sqlite-core'

/** Requires valid JSON or null: `json_valid(null)` is 0 in SQLite before 3.42. */
export const isJson = (column: AnySQLiteColumn) => {
  const name = sql.identifier(column.name)
  return check(`${column.name}_json`, sql`${name} is null or json_valid(${name})`)
}
export const isObject = (column: AnySQLiteColumn) => {
  const name = sql.identifier(column.name)
  return check(`${column.name}_object`, sql`json_valid(${name}) and json_type(${name}) = 'object'`)
}
export const isBoolean = (column: AnySQLiteColumn) =>
  check(`${column.name}_boolean`, sql`${sql.identifier(column.name)} in (0, 1)`)
export const isOneOf = (column: AnySQLiteColumn, values: readonly string[]) => {
  const list = values.map((value) => `'${value}'`).join(', ')
  return check(`${column.name}_known`, sql.raw(`"${column.name}" in (${list})`))
}
