import { readFileSync, writeFileSync } from 'node:fs'

const PAGE = 4096

/** Overwrites some pages in the middle of a closed database; its header and schema stay whole. */
export function damageInnerPages(file: string): void {
  const bytes = readFileSync(file)
  const middle = Math.floor(bytes.length / PAGE / 2) * PAGE
  bytes.fill(0x5a, middle, middle + 20 * PAGE)
  writeFileSync(file, bytes)
}
