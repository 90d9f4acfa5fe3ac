import { parseId, parsePathId } from './notion-id.ts'

/** Without a scheme a link counts only on the workspace's own hosts. */
const WITHOUT_SCHEME = /^(?:[\w-]+\.)*notion\.(?:so|com|site)\//i

/**
 * Reads a page id from what a maintainer pastes: the id itself, or a link to the page in the workspace,
 * its published site or the desktop app. The id of a page opened beside its database (`?p=`) wins over
 * that of the database; a view (`?v=`) or a block (`#`) names no page. Undefined for anything else.
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
