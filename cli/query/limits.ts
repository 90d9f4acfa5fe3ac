/** What the process of a statement may use; it is killed when it uses more. */
export const MAX_MEMORY_BYTES = 1024 * 1024 * 1024

/** Bytes and characters of one row, so that a batch never fills the memory of who reads it. */
export const MAX_ROW_SIZE = 16 * 1024 * 1024
