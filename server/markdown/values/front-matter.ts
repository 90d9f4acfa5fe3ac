/** A value in front matter. */
export type Yaml = string | number | boolean | null | readonly Yaml[] | Mapping

/**
 * Keys and values; `undefined` is omitted. Unlike an object, a map keeps integer-like keys in
 * insertion order.
 */
export type Mapping = ReadonlyMap<string, Yaml | undefined> | { [key: string]: Yaml | undefined }

/** A YAML block between two lines of `---`. */
export function frontMatter(fields: Mapping): string {
  return ['---', ...mappingLines(fields), '---'].join('\n')
}

function mappingLines(fields: Mapping): string[] {
  const entries = fields instanceof Map ? [...fields] : Object.entries(fields)
  return entries.flatMap(([key, value]: [string, Yaml | undefined]) =>
    value === undefined ? [] : entryLines(`${keyText(key)}:`, value)
  )
}

function entryLines(head: string, value: Yaml): string[] {
  if (typeof value !== 'object' || value === null) return [`${head} ${scalar(value)}`]
  const lines = isList(value) ? value.flatMap(itemLines) : mappingLines(value)
  const empty = isList(value) ? '[]' : '{}'
  return lines.length === 0 ? [`${head} ${empty}`] : [head, ...lines.map((line) => `  ${line}`)]
}

function itemLines(item: Yaml): string[] {
  if (typeof item !== 'object' || item === null) return [`- ${scalar(item)}`]
  // A mapping starts on the line of its dash. Nested lists do not occur.
  const lines = isList(item) ? item.flatMap(itemLines) : mappingLines(item)
  return lines.map((line, index) => `${index === 0 ? '-' : ' '} ${line}`)
}

function isList(value: readonly Yaml[] | Mapping): value is readonly Yaml[] {
  return Array.isArray(value)
}

/** Unquoted only if every version of YAML reads the key as a string. */
function keyText(key: string): string {
  const isPlain = /^[a-z][a-z_]+$/.test(key) && !/^(true|false|null|yes|no|on|off)$/.test(key)
  return isPlain ? key : scalar(key)
}

/** Strings are always quoted: YAML reads many unquoted ones as another type. */
function scalar(value: string | number | boolean | null): string {
  if (typeof value !== 'string') return String(value)
  return JSON.stringify(value).replaceAll(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  )
}
