import { createHash } from 'node:crypto'

/** Bytes of a hash: the largest number that JavaScript and SQLite both hold exactly has 53 bits. */
const BYTES = 6

/**
 * A key of change as a number, which takes less space than the key. Two keys with the same number
 * would only cause a response to be made again.
 */
export function keyHash(key: string): number {
  return createHash('sha1').update(key).digest().readUIntBE(0, BYTES)
}
