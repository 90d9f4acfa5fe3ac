/** Bytes of the header of a database file. */
export const HEADER_BYTES = 100
const MAGIC = 'SQLite format 3\0'

/**
 * The page size that the first bytes of a file name; undefined if it is no SQLite database. See
 * https://sqlite.org/fileformat.html
 */
export function pageSizeOf(head: Uint8Array): number | undefined {
  const magic = String.fromCodePoint(...head.subarray(0, MAGIC.length))
  if (head.length < HEADER_BYTES || magic !== MAGIC) return undefined
  const size = (head[16] ?? 0) * 256 + (head[17] ?? 0)
  // 65,536 does not fit into the two bytes.
  return size === 1 ? 65_536 : size
}
