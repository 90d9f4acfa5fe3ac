import { Document, visit } from 'yaml'

import { unicodeEscape } from '../../../site/formats/json-text.ts'

/** A value in front matter. */
export type Yaml = string | number | boolean | null | readonly Yaml[] | Mapping

/**
 * Keys and values; `undefined` is omitted. Unlike an object, a map keeps integer-like keys in
 * insertion order.
 */
export type Mapping = ReadonlyMap<string, Yaml | undefined> | { [key: string]: Yaml | undefined }

/** A YAML block between two lines of `---`. */
export function frontMatter(fields: Mapping): string {
  const document = new Document(fields, { aliasDuplicateObjects: false, compat: 'yaml-1.1' })
  // Strings are always quoted: YAML reads many unquoted ones as another type.
  visit(document, {
    Scalar: (key, node) => {
      if (typeof node.value !== 'string') return
      node.type = key === 'key' && /^[a-z][a-z_]+$/.test(node.value) ? 'PLAIN' : 'QUOTE_DOUBLE'
    }
  })
  const text = document.toString({ lineWidth: 0, doubleQuotedMinMultiLineLength: Infinity })
  return `---\n${escaped(text)}---\n`
}

/** Characters that some versions of YAML read as line breaks or refuse; they are in quotes only. */
function escaped(text: string): string {
  return text.replaceAll(/[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g, unicodeEscape)
}
