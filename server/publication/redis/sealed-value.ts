import { createHash } from 'node:crypto'

const MARK = Buffer.from('fs1\n')
const HEAD_BYTES = MARK.length + 4 + 32

/** Largest value, in bytes. A card with a photograph has about 600 kB. */
const MAX_VALUE_BYTES = 2_000_000
/** A sealed value is never longer. */
export const MAX_SEALED_BYTES = HEAD_BYTES + MAX_VALUE_BYTES

/** A value with its length and a digest of key and value; undefined if it is too large. */
export function seal(key: string, value: Uint8Array): Buffer | undefined {
  if (value.length > MAX_VALUE_BYTES) return undefined
  const length = Buffer.alloc(4)
  length.writeUInt32BE(value.length)
  return Buffer.concat([MARK, length, digestOf(key, value), value])
}

/** The value that was sealed under this key; undefined for any other bytes. */
export function unseal(key: string, sealed: Buffer): Buffer | undefined {
  if (sealed.length < HEAD_BYTES || sealed.length > MAX_SEALED_BYTES) return undefined
  const value = sealed.subarray(HEAD_BYTES)
  const isWhole =
    sealed.subarray(0, MARK.length).equals(MARK) &&
    sealed.readUInt32BE(MARK.length) === value.length
  const digest = sealed.subarray(MARK.length + 4, HEAD_BYTES)
  return isWhole && digest.equals(digestOf(key, value)) ? value : undefined
}

function digestOf(key: string, value: Uint8Array): Buffer {
  return createHash('sha256').update(`${key}\n`).update(value).digest()
}
