import type { NamedPath } from './draw-results.ts'

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
  const others = recentPages().filter(({ path }) => path !== page.path)
  try {
    localStorage.setItem(KEY, JSON.stringify([page, ...others].slice(0, MAX_RECENT)))
  } catch {
    // Storage may be forbidden or full: then nothing is remembered.
  }
}

function isNamedPath(value: unknown): value is NamedPath {
  if (typeof value !== 'object' || value === null) return false
  const { path, title } = value as Partial<Record<keyof NamedPath, unknown>>
  return typeof title === 'string' && typeof path === 'string' && /^\/(?![/\\])/.test(path)
}
