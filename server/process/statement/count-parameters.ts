import type Database from 'better-sqlite3'

/** SQLite's limit of the number of parameters. */
const MAX_PARAMETERS = 32_766

/**
 * The number of values that the parameters `?` of a statement take, by trial: the driver does not tell
 * it. Undefined if the statement has other parameters too.
 */
export function countParameters(database: Database.Database, sql: string): number | undefined {
  let [least, most] = [0, MAX_PARAMETERS]
  while (least <= most) {
    const count = (least + most) >> 1
    const fault = bindingFault(database, sql, count)
    if (fault === '') return count
    if (fault.startsWith('Too few')) least = count + 1
    else if (fault.startsWith('Too many')) most = count - 1
    else return undefined
  }
  return undefined
}

function bindingFault(database: Database.Database, sql: string, count: number): string {
  try {
    database.prepare(sql).bind(...Array.from({ length: count }, () => null))
    return ''
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
