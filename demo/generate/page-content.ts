import {
  bullet,
  callout,
  code,
  columns,
  divider,
  h2,
  h3,
  linkToPage,
  quote,
  step,
  synced,
  syncedCopy,
  text,
  todo,
  toggle
} from '../builder/blocks.ts'
import type { BlockNode } from '../builder/block-node.ts'
import {
  type Inline,
  bold,
  day,
  link,
  mention,
  mentionDate,
  mentionUser
} from '../builder/rich-text.ts'
import type { Random } from './random.ts'

/** Maximum nesting of blocks on a page. */
const MAX_DEPTH = 5
/** Maximum number of blocks within a nested block. */
const MAX_NESTED = 8

/** Keys of records that blocks may refer to. */
export interface References {
  pageKeys: readonly [string, ...string[]]
  accountKeys: readonly [string, ...string[]]
  /** Keys of synced originals that any page may show; empty for none. */
  syncedKeys: string[]
}

interface BlockOptions {
  random: Random
  names: References
  depth: number
  /** Number of blocks to create, including nested ones. */
  count: number
}

/** Creates exactly `count` blocks of all kinds, up to five levels deep. */
export function pageContent(random: Random, names: References, count: number): BlockNode[] {
  return writeBlocks({ random, names, count, depth: 1 })
}

/** A synced original that other pages show by its key. */
export function syncedOriginal(key: string, random: Random): BlockNode {
  return synced(key, [text(random.words(9)), text(random.words(5))])
}

/** Number of blocks of a synced original. */
export const SYNCED_SIZE = 3

function writeBlocks(options: BlockOptions): BlockNode[] {
  const blocks: BlockNode[] = []
  for (let left = options.count; left > 0;) {
    const block = writeBlock({ ...options, count: left })
    blocks.push(block)
    left -= sizeOf(block)
  }
  return blocks
}

/** Creates one block with its children: at most `count` blocks. */
function writeBlock(options: BlockOptions): BlockNode {
  const { random, depth, count } = options
  const room = Math.min(count - 1, MAX_NESTED)
  if (depth < MAX_DEPTH && room >= 1 && random.chance(0.2)) {
    return nestedBlock({ ...options, depth: depth + 1, count: random.between(1, room) })
  }
  return random.chance(0.55) ? text(...sentence(options)) : otherBlock(options)
}

function nestedBlock(options: BlockOptions): BlockNode {
  const { random, count } = options
  // Columns are blocks and form a level of their own.
  if (count >= 4 && options.depth < MAX_DEPTH && random.chance(0.25)) {
    const half = Math.floor((count - 2) / 2)
    const column = () => writeBlocks({ ...options, depth: options.depth + 1, count: half })
    return columns(column(), column())
  }
  const words = sentence(options)
  const content = writeBlocks(options)
  return random.pick([
    () => toggle(random.words(4), content),
    () => bullet(words, content),
    () => bullet(words, content),
    () => step(words, content),
    () => callout('💡', words, content)
  ])()
}

function otherBlock({ random, names }: BlockOptions): BlockNode {
  const words = () => random.words(random.between(2, 12))
  const { syncedKeys, pageKeys } = names
  const kinds: [() => BlockNode, ...(() => BlockNode)[]] = [
    () => h2(random.words(3)),
    () => h3(random.words(4)),
    () => bullet([words()]),
    () => bullet([words()]),
    () => bullet([words()]),
    () => step([words()]),
    () => step([words()]),
    () => todo(random.chance(0.5), words()),
    () => quote(words()),
    () => divider(),
    () => code('text', words()),
    () => text()
  ]
  if (random.chance(0.03)) return linkToPage(random.pick(pageKeys))
  const [first, ...others] = syncedKeys
  return first && random.chance(0.02)
    ? syncedCopy(random.pick([first, ...others]))
    : random.pick(kinds)()
}

/** A sentence that sometimes has a mark or a mention. */
function sentence({ random, names }: BlockOptions): Inline[] {
  const start = random.words(random.between(3, 18))
  if (random.chance(0.8)) return [start]
  const named = random.pick([
    () => mention(random.pick(names.pageKeys)),
    () => mention(random.pick(names.pageKeys)),
    () => mentionUser(random.pick(names.accountKeys)),
    () => mentionDate(day('2026-03-01')),
    () => bold(random.words(2)),
    () => link('https://example.org/', random.words(2))
  ])()
  return [`${start} `, named, ` ${random.words(3)}`]
}

function sizeOf(block: BlockNode): number {
  return (block.content ?? []).reduce((sum, child) => sum + sizeOf(child), 1)
}
