import { readFileSync, writeFileSync } from 'node:fs'

const PAGE = 4096

/** Overwrites 20 pages in the middle of a closed database; its header and schema stay intact. */
export function damageInnerPages(file: string): void {
  const bytes = readFileSync(file)
  const middle = Math.floor(bytes.length / PAGE / 2) * PAGE
  bytes.fill(0x5a, middle, middle + 20 * PAGE)
  writeFileSync(file, bytes)
}

/** Overwrites the second page of a closed database, where its first tables start. */
export function damageHead(file: string): void {
  const bytes = readFileSync(file)
  bytes.fill(0xff, PAGE, 2 * PAGE)
  writeFileSync(file, bytes)
}
