import { createHash } from 'node:crypto'

/** Pseudo-random choices determined by a key, independent of other generators. */
export class Random {
  #state: number

  constructor(key: string) {
    this.#state = createHash('sha256').update(key).digest().readUInt32LE(0)
  }

  /** A number from 0 up to but excluding 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** An integer from `least` to `most`, both included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1))
  }

  /** True with a probability of `share` (0 to 1). */
  chance(share: number): boolean {
    return this.next() < share
  }

  pick<T>(items: readonly [T, ...T[]]): T {
    return items[Math.floor(this.next() * items.length)] ?? items[0]
  }

  /** A sentence with this number of words. */
  words(count: number): string {
    return Array.from({ length: count }, () => this.pick(vocabulary)).join(' ')
  }
}

const vocabulary = [
  'amber',
  'anvil',
  'ash',
  'basalt',
  'beacon',
  'bell',
  'brass',
  'cinder',
  'copper',
  'depth',
  'drift',
  'ember',
  'fern',
  'flint',
  'forge',
  'frost',
  'glow',
  'grain',
  'hollow',
  'iron',
  'kelp',
  'lantern',
  'ledge',
  'moss',
  'night',
  'oak',
  'pearl',
  'quarry',
  'reed',
  'ridge',
  'salt',
  'shard',
  'spark',
  'stone',
  'tide',
  'torch',
  'vault',
  'warden',
  'wick',
  'yarrow'
] as const
