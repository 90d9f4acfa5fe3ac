/** Bytes of the header of the file, before the first page's own. */
const FILE_HEADER = 100

/** Bytes of the header of a page of a b-tree, by its first byte; see https://sqlite.org/fileformat.html */
const headers = new Map([
  [2, 12],
  [5, 12],
  [10, 8],
  [13, 8]
])

/**
 * Overwrites with zeros what no cell of a page uses. `secure_delete` erases deleted rows, but a page that
 * was rebuilt still contains copies of the rows that have moved to another page. A page that belongs to
 * no b-tree is unchanged: it begins with the number of another page, of which the first byte is 0 in
 * files below 64 GB, and has no unused part that was ever written to.
 */
export function clearUnused(page: Uint8Array, isFirst: boolean): void {
  const start = isFirst ? FILE_HEADER : 0
  const length = headers.get(page[start] ?? 0)
  if (length === undefined) return
  const cells = numberAt(page, start + 3)
  // 65,536 does not fit into the two bytes.
  const content = numberAt(page, start + 5) || 65_536
  page.fill(0, start + length + 2 * cells, content)
  for (let at = numberAt(page, start + 1); at !== 0; at = numberAt(page, at)) {
    page.fill(0, at + 4, at + numberAt(page, at + 2))
  }
}

/**
 * The free pages of a file: leaves, which contain nothing, and trunks with the bytes that list leaves; see
 * https://sqlite.org/fileformat.html#the_freelist. `read` returns the first bytes of a page, by its number.
 */
export function findFreePages(read: (page: number) => Buffer): Map<number, number> {
  const used = new Map<number, number>()
  let trunk = read(1).readUInt32BE(32)
  while (trunk !== 0 && !used.has(trunk)) {
    const bytes = read(trunk)
    const count = bytes.readUInt32BE(4)
    used.set(trunk, 8 + 4 * count)
    for (let at = 0; at < count; at++) used.set(bytes.readUInt32BE(8 + 4 * at), 0)
    trunk = bytes.readUInt32BE(0)
  }
  return used
}

function numberAt(bytes: Uint8Array, at: number): number {
  return (bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0)
}
