/** The number of entries before a part of `size` entries; beyond the end, that before the last part. */
export function withinList(from: number, { size, total }: { size: number; total: number }): number {
  return Math.min(from, Math.max(0, Math.ceil(total / size) - 1) * size)
}

/** Entries in one part of `/all-pages`. */
export const PAGES_IN_PART = 1000

/** Entries in one part of `/recent-changes`. */
export const CHANGES_IN_PART = 200

/** Entries of `/recent-changes`, a multiple of a part: an edit moves a page to its start, which changes all parts. */
export const MAX_CHANGES = 1000
