import type { SharedCache } from '../../publication/redis/shared-cache.ts'
import { CARD_HEIGHT, CARD_WIDTH } from './Card.tsx'

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
const END = Buffer.from('\0\0\0\0IEND\xaeB`\x82', 'latin1')

/** Cards by hash that the servers of a site share. An entry that is no PNG of the size of a card is ignored. */
export class SharedCards {
  readonly #cache: SharedCache | undefined

  constructor(cache: SharedCache | undefined) {
    this.#cache = cache
  }

  async get(hash: string): Promise<Buffer | undefined> {
    const png = await this.#cache?.get(keyOf(hash))
    return png && isCard(png) ? png : undefined
  }

  async set(hash: string, png: Uint8Array): Promise<void> {
    await this.#cache?.set(keyOf(hash), png)
  }
}

function keyOf(hash: string): string {
  return `social:${hash}`
}

function isCard(png: Buffer): boolean {
  if (png.length < 64 || !png.subarray(0, 8).equals(SIGNATURE)) return false
  const isSized = png.readUInt32BE(16) === CARD_WIDTH && png.readUInt32BE(20) === CARD_HEIGHT
  return isSized && png.toString('latin1', 12, 16) === 'IHDR' && png.subarray(-12).equals(END)
}
