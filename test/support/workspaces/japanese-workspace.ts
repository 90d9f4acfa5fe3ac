import type { WorkspaceFile } from '../../../demo/builder/workspace-file.ts'

/** Values with a meaning in the format of records. */
const untranslated = new Set(['Yes', 'No'])
/** Keys of records that contain no text. */
const wordless = new Set(['type', 'source', 'link', 'language', 'checked', 'size', 'id'])

/** A copy of a workspace in which all text by its authors is in Japanese. */
export function inJapanese(workspace: WorkspaceFile): WorkspaceFile {
  const words = new Set<string>()
  for (const table of [workspace.block, workspace.collection, workspace.collection_view]) {
    for (const record of Object.values(table)) collectWords(record, words)
  }
  for (const user of Object.values(workspace.notion_user)) collectWords(user, words)
  const { rootPageId, spaceId, ...tables } = workspace
  // The same records with other texts.
  return { rootPageId, spaceId, ...(translated(tables, words) as typeof tables) }
}

const named = new Set([
  'name',
  'given_name',
  'family_name',
  'label',
  'prefix',
  'title',
  'address',
  'description'
])

/** Collects texts from names, options and rich texts: `[['a text', marks]]`. */
function collectWords(value: unknown, words: Set<string>): void {
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    if (wordless.has(key)) continue
    const isName = named.has(key) || (key === 'value' && 'color' in value)
    if (typeof inner === 'string' && isName) words.add(inner)
    // Fields of an external object's record.
    if (key === 'values' && Array.isArray(inner)) inner.forEach((word) => words.add(String(word)))
    if (Array.isArray(inner)) for (const text of textsOf(inner)) words.add(text)
    collectWords(inner, words)
  }
}

function textsOf(parts: unknown[]): string[] {
  return parts.flatMap((part) => {
    const isText = Array.isArray(part) && typeof part[0] === 'string' && part.length <= 2
    const isMark = isText && part.length === 2 && !Array.isArray(part[1])
    return isText && !isMark && part[0].length > 1 ? [part[0] as string] : []
  })
}

/** Filters, groups and formulas contain names of options and properties, so these change too. */
function translated(value: unknown, words: Set<string>): unknown {
  if (typeof value === 'string') {
    if (untranslated.has(value) || !words.has(value)) return value
    return value.replaceAll(/[a-z]/gi, (letter) =>
      String.fromCodePoint(0x3042 + letter.charCodeAt(0))
    )
  }
  if (Array.isArray(value)) return value.map((item) => translated(item, words))
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).map(([key, inner]) => [
    key,
    wordless.has(key) ? inner : translated(inner, words)
  ])
  return Object.fromEntries(fields)
}
