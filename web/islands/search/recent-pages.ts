import type { NamedPath } from './render-results.ts'

const KEY = 'fansite-recent'
const MAX_RECENT = 5

/** Pages that were lately opened from the search, the last one first. */
export function recentPages(): NamedPath[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isNamedPath).slice(0, MAX_RECENT) : []
  } catch {
    // Storage may be forbidden, or hold what somebody else wrote.
    return []
  }
}

export function rememberPage(page: NamedPath): void {
  store([page, ...othersThan(page.path)].slice(0, MAX_RECENT))
}

/** Forgets a page that is no more. */
export function forgetPage(path: string): void {
  store(othersThan(path))
}

function othersThan(path: string): NamedPath[] {
  return recentPages().filter((page) => page.path !== path)
}

function store(pages: NamedPath[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(pages))
  } catch {
    // Storage may be forbidden or full: then nothing is remembered.
  }
}

function isNamedPath(value: unknown): value is NamedPath {
  if (typeof value !== 'object' || value === null) return false
  const { path, title } = value as Partial<Record<keyof NamedPath, unknown>>
  // Nothing that leads to another site: two slashes do, with whatever browsers leave out of addresses.
  return typeof title === 'string' && typeof path === 'string' && /^\/(?!\/)[^\s\\]*$/.test(path)
}
