/** Memory of the process that runs a statement; the process is killed when it uses more. */
export const MAX_MEMORY_BYTES = 1024 * 1024 * 1024

/** Bytes and characters of one row; bounds the memory that a batch takes in the parent process. */
export const MAX_ROW_SIZE = 16 * 1024 * 1024
