import { parseId, parsePathId } from './notion-id.ts'

/** Links without a scheme are accepted on Notion's own hosts only. */
const WITHOUT_SCHEME = /^(?:[\w-]+\.)*notion\.(?:so|com|site)\//i

/**
 * Parses a page id from a maintainer's input: an id, or a link to the page in the workspace, its
 * published site or the desktop app. The id of a page opened beside its database (`?p=`) wins over
 * the database's id. Views (`?v=`) and blocks (`#`) are ignored. Undefined for anything else.
 */
export function parsePageLink(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  return parseId(value) ?? parseLink(value.trim())
}

function parseLink(text: string): string | undefined {
  const address = WITHOUT_SCHEME.test(text) ? `https://${text}` : text
  if (!/^(?:https?|notion):\/\//i.test(address) || !URL.canParse(address)) return undefined
  const { pathname, searchParams } = new URL(address)
  const named = parsePathId(pathname.replace(/\/+$/, ''))
  return named && (parseId(searchParams.get('p')) ?? named)
}
