import { parseJson } from '../../../site/formats/parse-json.ts'

/** Writes the place where the next part of a list begins as text for a URL. */
export function writeCursor(values: (string | number | null)[]): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url')
}

/** The values of a cursor; undefined for a text that `writeCursor` cannot have written. */
export function parseCursor(text: string): unknown[] | undefined {
  const values = parseJson(Buffer.from(text, 'base64url').toString())
  return Array.isArray(values) ? values : undefined
}
