import { firstFrom } from '../../../site/search/first-from.ts'

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

/** Whether two lists have a hash in common. */
export function haveCommon(one: KeyHashes, other: KeyHashes): boolean {
  const [few, many] = one.length < other.length ? [one, other] : [other, one]
  let from = 0
  // No `for of`: a start compares the lists of tens of thousands of responses.
  for (let at = 0; at < few.length; at++) {
    const hash = few[at] ?? 0
    from = firstFrom(hash, many, from)
    if (many[from] === hash) return true
  }
  return false
}

/** The bytes that a database keeps. */
export function packHashes({ buffer, byteOffset, byteLength }: KeyHashes): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}

/** The hashes of bytes that `packHashes` has returned. */
export function unpackHashes(bytes: Buffer): KeyHashes {
  const { buffer, byteOffset, byteLength } = bytes
  const width = Float64Array.BYTES_PER_ELEMENT
  // The driver gives each value memory of its own; a part of a larger one may not be aligned.
  if (byteOffset % width !== 0) return new Float64Array(new Uint8Array(bytes).buffer)
  return new Float64Array(buffer, byteOffset, byteLength / width)
}

function sorted(hashes: number[]): KeyHashes {
  return Float64Array.from(new Set(hashes)).toSorted()
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
