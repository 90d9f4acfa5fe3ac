/**
 * Keys of change as numbers, sorted and each once. They take less space than the keys, and arrive from
 * another process without being parsed. Two keys with the same number would only cause a response to be
 * made again.
 */
export type KeyHashes = Float64Array

/** Hashes keys of change; see `KeyHashes`. */
export function hashKeys(keys: Iterable<string>): KeyHashes {
  return sorted([...keys].map(keyHash))
}

/** The hashes of several results. */
export function mergeHashes(lists: KeyHashes[]): KeyHashes {
  return sorted(lists.flatMap((hashes) => [...hashes]))
}

/** Whether two lists have a hash in common; `few` should be the shorter one. */
export function haveCommon(few: KeyHashes, many: KeyHashes): boolean {
  return few.some((hash) => isIn(hash, many))
}

/** The bytes that a database keeps. */
export function packHashes({ buffer, byteOffset, byteLength }: KeyHashes): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}

/** The hashes of bytes that `packHashes` has returned. */
export function unpackHashes(bytes: Buffer): KeyHashes {
  // A copy, because SQLite does not align its values.
  return new Float64Array(new Uint8Array(bytes).buffer)
}

function sorted(hashes: number[]): KeyHashes {
  return Float64Array.from(new Set(hashes)).toSorted()
}

function isIn(hash: number, hashes: KeyHashes): boolean {
  let [low, high] = [0, hashes.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((hashes[middle] ?? 0) < hash) low = middle + 1
    else high = middle
  }
  return hashes[low] === hash
}

const MULTIPLIERS = [0x9e3779b1, 0x85ebca77] as const
/** The largest number that JavaScript and SQLite both hold exactly has 53 bits. */
const HIGH_BITS = 21

/**
 * Two multiplicative hashes of 32 bits that stir each other at the end. A cryptographic hash takes 20
 * times as long, which a publication that touches thousands of keys would pay in the server's process.
 */
function keyHash(key: string): number {
  let [low, high] = [0xdeadbeef, 0x41c6ce57]
  for (let at = 0; at < key.length; at++) {
    const code = key.charCodeAt(at)
    low = Math.imul(low ^ code, MULTIPLIERS[0])
    high = Math.imul(high ^ code, MULTIPLIERS[1])
  }
  low = stir(low) ^ stir(high ^ (high >>> 13))
  high = stir(high) ^ stir(low ^ (low >>> 13))
  return (high >>> (32 - HIGH_BITS)) * 2 ** 32 + (low >>> 0)
}

function stir(bits: number): number {
  return Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
}
