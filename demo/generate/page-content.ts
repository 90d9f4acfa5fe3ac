import {
  type BlockNode,
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

/** Levels of blocks in blocks, the outermost included. */
const MAX_DEPTH = 5
/** Blocks that a block within another one holds at most. */
const MAX_NESTED = 8

/** What the blocks of a page may name. */
export interface Names {
  pageKeys: readonly [string, ...string[]]
  accountKeys: readonly [string, ...string[]]
  /** Of blocks that stand on some page and may be shown on any; empty for none. */
  syncedKeys: string[]
}

interface Writing {
  random: Random
  names: Names
  depth: number
  /** Blocks to write, those within others counted. */
  count: number
}

/** Exactly so many blocks of all kinds, up to five levels deep. */
export function pageContent(random: Random, names: Names, count: number): BlockNode[] {
  return writeBlocks({ random, names, count, depth: 1 })
}

/** A synced block that other pages show by its key. */
export function syncedOriginal(key: string, random: Random): BlockNode {
  return synced(key, [text(random.words(9)), text(random.words(5))])
}

/** How many blocks a synced original takes. */
export const SYNCED_SIZE = 3

function writeBlocks(writing: Writing): BlockNode[] {
  const blocks: BlockNode[] = []
  for (let left = writing.count; left > 0;) {
    const block = writeBlock({ ...writing, count: left })
    blocks.push(block)
    left -= sizeOf(block)
  }
  return blocks
}

/** One block with what it holds: at most `count` of them. */
function writeBlock(writing: Writing): BlockNode {
  const { random, depth, count } = writing
  const room = Math.min(count - 1, MAX_NESTED)
  if (depth < MAX_DEPTH && room >= 1 && random.chance(0.2)) {
    return nestedBlock({ ...writing, depth: depth + 1, count: random.between(1, room) })
  }
  return random.chance(0.55) ? text(...sentence(writing)) : otherBlock(writing)
}

function nestedBlock(writing: Writing): BlockNode {
  const { random, count } = writing
  // Columns are blocks too, and stand on a level of their own.
  if (count >= 4 && writing.depth < MAX_DEPTH && random.chance(0.25)) {
    const half = Math.floor((count - 2) / 2)
    const column = () => writeBlocks({ ...writing, depth: writing.depth + 1, count: half })
    return columns(column(), column())
  }
  const words = sentence(writing)
  const content = writeBlocks(writing)
  return random.pick([
    () => toggle(random.words(4), content),
    () => bullet(words, content),
    () => bullet(words, content),
    () => step(words, content),
    () => callout('💡', words, content)
  ])()
}

function otherBlock({ random, names }: Writing): BlockNode {
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

/** Words, now and then with a mark or a mention. */
function sentence({ random, names }: Writing): Inline[] {
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
