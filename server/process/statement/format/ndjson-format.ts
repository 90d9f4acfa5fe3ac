import { objectWriter } from './json-format.ts'
import type { RowFormat } from './row-format.ts'

/** A JSON object on a line of its own for each row, as those of `jsonFormat`. */
export function ndjsonFormat(columns: string[]): RowFormat {
  const asObject = objectWriter(columns)
  return {
    head: () => '',
    rows: (rows) => rows.map((row) => `${asObject(row)}\n`).join(''),
    end: () => ''
  }
}
