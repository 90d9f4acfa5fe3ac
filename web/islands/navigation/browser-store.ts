/** What this browser keeps under a key; null if it keeps nothing, or if storage is blocked. */
export function stored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Keeps a value. Where storage is blocked or full, it lasts as long as the page. */
export function store(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // As above.
  }
}
