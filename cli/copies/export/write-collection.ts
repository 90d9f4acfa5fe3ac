import { readCollectionRows } from '../../../db/collections/read-collections.ts'
import { computedProblems } from '../../../server/markdown/values/computed-value.ts'
import { type CsvOptions, csvLine } from '../../../site/formats/csv-line.ts'
import type { ExportScope } from './export-scope.ts'
import { propertyNames } from '../../../server/markdown/values/property-names.ts'
import { propertyValue, valueText } from '../../../server/markdown/values/property-value.ts'
import type { Value } from '../../../server/markdown/values/value.ts'

/** Writes the rows of a collection as CSV and JSON, with one row in memory at a time. */
export function writeCollection(
  scope: ExportScope,
  { id, name }: { id: string; name: string },
  csv: CsvOptions
): void {
  const rows = () => typedRows(scope, id, `${name}.json`)
  const names = propertyNames(scope.propertiesOf(id))
  scope.folder.write(`${name}.csv`, () => csvLines([...names.values()], rows(), csv))
  scope.folder.write(`${name}.json`, () => jsonLines(rows()))
}

interface TypedRow {
  id: string
  path: string
  title: string
  /** By property name, in the order of the schema. */
  properties: Map<string, Value>
  /** By property name: why a computed value is missing or incomplete. */
  problems: Map<string, string>
}

function* typedRows(scope: ExportScope, collectionId: string, file: string): Generator<TypedRow> {
  const properties = scope.propertiesOf(collectionId)
  const names = propertyNames(properties)
  for (const { block, ...row } of readCollectionRows(scope.mirror, collectionId)) {
    const source = { block, file, scope }
    const values = properties.map((property): [string, Value] => [
      names.get(property.id) ?? property.id,
      propertyValue(property, source)
    ])
    yield { ...row, properties: new Map(values), problems: computedProblems(properties, source) }
  }
}

function* csvLines(
  head: string[],
  rows: Iterable<TypedRow>,
  options: CsvOptions
): Generator<string> {
  yield csvLine(head, options)
  for (const { properties } of rows) {
    yield csvLine([...properties.values()].map(valueText), options)
  }
}

function* jsonLines(rows: Iterable<TypedRow>): Generator<string> {
  let isFirst = true
  for (const { properties, problems, ...row } of rows) {
    const written = {
      ...row,
      properties: Object.fromEntries(properties),
      ...(problems.size > 0 && { problems: Object.fromEntries(problems) })
    }
    const text = JSON.stringify(written, null, 2)
    yield `${isFirst ? '[\n' : ',\n'}${text}`
    isFirst = false
  }
  yield isFirst ? '[]\n' : '\n]\n'
}
