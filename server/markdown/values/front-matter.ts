/** What YAML can say of a page. */
export type Yaml = string | number | boolean | null | readonly Yaml[] | Mapping

/** Keys with their values, in order; `undefined` is left out. A map keeps keys that look like numbers in place. */
export type Mapping = ReadonlyMap<string, Yaml | undefined> | { [key: string]: Yaml | undefined }

/** A block of YAML between its two rules. */
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
  // Lists within lists do not occur; a mapping begins on the line of its dash.
  const lines = isList(item) ? item.flatMap(itemLines) : mappingLines(item)
  return lines.map((line, index) => `${index === 0 ? '-' : ' '} ${line}`)
}

function isList(value: readonly Yaml[] | Mapping): value is readonly Yaml[] {
  return Array.isArray(value)
}

/** Plain only where no version of YAML reads it as anything but a word. */
function keyText(key: string): string {
  const isPlain = /^[a-z][a-z_]+$/.test(key) && !/^(true|false|null|yes|no|on|off)$/.test(key)
  return isPlain ? key : scalar(key)
}

/** Texts stand in double quotes, always: YAML reads too many of them as something else. */
function scalar(value: string | number | boolean | null): string {
  if (typeof value !== 'string') return String(value)
  return JSON.stringify(value).replaceAll(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`
  )
}
