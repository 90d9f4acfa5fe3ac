const PLAIN = /^[0-9a-f]{32}$/
const DASHED = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const TRAILING = /(?:^|[^0-9a-z])([0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/**
 * Parses an id of 32 hex digits or a dashed UUID, optionally followed by a query string. Returns it
 * dashed and in lower case; undefined for anything else.
 */
export function parseId(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const id = (value.split('?')[0] ?? '').trim().toLowerCase()
  if (DASHED.test(id)) return id
  return PLAIN.test(id) ? dashId(id) : undefined
}

/**
 * Parses the id at the end of a URL path (`/slug-<32 hex>`, `/<32 hex>`, `/<UUID>`). Returns it
 * dashed; undefined if there is none.
 */
export function parsePathId(path: string): string | undefined {
  const lastSegment = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
  return parseId(TRAILING.exec(lastSegment)?.[1])
}

/** The 32 hex digits of an id, its form in URLs. */
export function undashId(id: string): string {
  return id.replaceAll('-', '')
}

function dashId(id: string): string {
  return [id.slice(0, 8), id.slice(8, 12), id.slice(12, 16), id.slice(16, 20), id.slice(20)].join(
    '-'
  )
}
