/** Entries in one part of `/recent-changes`. */
export const CHANGES_IN_PART = 200
