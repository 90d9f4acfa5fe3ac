import { basePath } from '../base-path.ts'
import { store, stored } from '../navigation/browser-store.ts'
import type { NamedPath } from './SearchList.tsx'

/** Sites below other paths of the host have their own. */
const KEY = `fansite-recent${basePath}`
const MAX_RECENT = 5

/** Pages recently opened from the search, the last one first. */
export function recentPages(): NamedPath[] {
  try {
    const pages: unknown = JSON.parse(stored(KEY) ?? '[]')
    return Array.isArray(pages) ? pages.filter(isNamedPath).slice(0, MAX_RECENT) : []
  } catch {
    // Another script may have stored something else.
    return []
  }
}

export function rememberPage(page: NamedPath): void {
  keep([page, ...othersThan(page.path)].slice(0, MAX_RECENT))
}

/** Removes a page that no longer exists. */
export function forgetPage(path: string): void {
  keep(othersThan(path))
}

function othersThan(path: string): NamedPath[] {
  return recentPages().filter((page) => page.path !== path)
}

function keep(pages: NamedPath[]): void {
  store(KEY, JSON.stringify(pages))
}

function isNamedPath(value: unknown): value is NamedPath {
  if (typeof value !== 'object' || value === null) return false
  const { path, title } = value as Partial<Record<keyof NamedPath, unknown>>
  // Rejects `//host`, which leads to another site, and characters that browsers drop from URLs.
  return typeof title === 'string' && typeof path === 'string' && /^\/(?!\/)[^\s\\]*$/.test(path)
}
