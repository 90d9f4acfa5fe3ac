import { page } from '../builder/blocks.ts'
import type { BlockNode, CollectionInput } from '../builder/block-node.ts'
import type { ViewInput } from '../builder/view-input.ts'
import { type AccountInput, buildWorkspace } from '../builder/build-workspace.ts'
import { collectionPage, inlineCollection, linkedViews } from '../builder/collection.ts'
import { addGaps } from './add-gaps.ts'
import { generatedCollection } from './collections.ts'
import { type References, SYNCED_SIZE, pageContent, syncedOriginal } from './page-content.ts'
import { type PlainPage, type WorkspacePlan, planWorkspace } from './plan.ts'
import { Random } from './random.ts'
import { recordId } from '../builder/record-ids.ts'
import type { WorkspaceFile } from '../builder/workspace-file.ts'

const LEAST_PAGES = 10
/** Measured in a wiki: 108,806 blocks on 1,000 pages. */
const BLOCKS_PER_PAGE = 109
/** One in so many pages contains synced originals. */
const PAGES_PER_SYNCED = 20
/** One in so many collections has a view that depends on the current date. */
const COLLECTIONS_PER_RELATIVE_VIEW = 5

export interface GeneratedOptions {
  /** Total number of pages, including rows, database pages and the root. At least 10. */
  pages: number
  /** Default 1. Other seeds give other workspaces of the same size. */
  seed?: number
  /**
   * Mean number of blocks, including the page itself. Default 109. With 40, 10,000 pages need about
   * 1 GB.
   */
  blocksPerPage?: number
  /** Whether some records are private or missing. */
  hasGaps?: boolean
}

/**
 * Generates a workspace with the proportions of a real wiki: two fifths of the pages are rows of
 * collections with two to four views each, blocks are nested up to five levels deep, pages mention
 * one another. Deterministic. Throws if a number is too small.
 */
export function generateWorkspace(options: GeneratedOptions): WorkspaceFile {
  const { pages, seed = 1, blocksPerPage = BLOCKS_PER_PAGE, hasGaps = false } = options
  requireAtLeast('pages', pages, LEAST_PAGES)
  requireAtLeast('blocksPerPage', blocksPerPage, 1)
  const plan = planWorkspace(pages)
  const builder = new PageBuilder({ plan, seed, blocksPerPage })
  const key = `generated:${seed}`
  const workspace = buildWorkspace({
    rootPageId: recordId(`page:${key}`),
    spaceId: recordId(`space:${key}`),
    accounts,
    root: builder.root()
  })
  if (hasGaps) addGaps(workspace)
  return workspace
}

const accounts: [AccountInput, ...AccountInput[]] = [
  account('ash'),
  account('flint'),
  account('reed')
]

function account(key: string): AccountInput {
  const given = key.charAt(0).toUpperCase() + key.slice(1)
  return { key, name: [given, 'Keeper'], email: `${key}@wiki.example`, avatar: '' }
}

function requireAtLeast(name: string, value: number, least: number): void {
  if (Number.isInteger(value) && value >= least) return
  throw new Error(`${name} is ${value}: write a whole number of at least ${least}`)
}

interface BuilderOptions {
  plan: WorkspacePlan
  seed: number
  blocksPerPage: number
}

/** Builds the pages of a plan. */
class PageBuilder {
  readonly #options: BuilderOptions
  readonly #plain: Map<string, PlainPage>
  readonly #names: References
  readonly #collections: CollectionInput[]

  constructor(options: BuilderOptions) {
    const { plain, collections } = options.plan
    this.#options = options
    this.#plain = new Map(plain.map((each) => [each.key, each]))
    const rows = collections.flatMap((each) => each.rows)
    // The root's id is not derived from a key, so it cannot be mentioned.
    const [first = 'page 1', ...others] = plain.slice(1).map((each) => each.key)
    this.#names = {
      pageKeys: [first, ...others, ...rows.map((each) => each.key)],
      accountKeys: ['ash', 'flint', 'reed'],
      syncedKeys: plain.filter((_, at) => this.#hasSyncedOriginal(at)).map((each) => each.key)
    }
    this.#collections = collections.map((_, number) => this.#collection(number))
  }

  root(): BlockNode {
    const [root] = this.#options.plan.plain
    if (!root) throw new Error('a plan has a root page')
    return this.#page(root, 0)
  }

  #page({ key, childKeys, collections, linked }: PlainPage, number: number): BlockNode {
    const random = this.#random(key)
    const hasOriginal = this.#hasSyncedOriginal(number)
    const original = hasOriginal ? [syncedOriginal(key, random)] : []
    const children = childKeys.flatMap((child) => this.#plain.get(child) ?? [])
    return page(`${random.words(2)} ${key}`, { key }, [
      ...original,
      ...this.#content(random, hasOriginal ? SYNCED_SIZE : 0),
      ...collections.map((at) => this.#shown(at)),
      ...linked.map((at) => this.#linked(at)),
      ...children.map((child) => this.#page(child, Number(child.key.split(' ')[1])))
    ])
  }

  /** The blocks of a page: from half to one and a half times the mean. */
  #content(random: Random, taken = 0): BlockNode[] {
    const mean = this.#options.blocksPerPage - 1
    const count = random.between(Math.ceil(mean / 2), Math.floor(mean * 1.5))
    return pageContent(random, this.#names, Math.max(0, count - taken))
  }

  #collection(number: number): CollectionInput {
    const { collections } = this.#options.plan
    const { key, rows } = collections[number] ?? { key: '', rows: [] }
    const related = collections[number + 1]
    return generatedCollection({
      key,
      random: this.#random(key),
      rows: rows.map((each) => ({ key: each.key, content: this.#rowContent(each) })),
      related: related && { key: related.key, rowKeys: related.rows.map((each) => each.key) },
      relatedFrom: collections[number - 1]?.key,
      hasRelativeView: number % COLLECTIONS_PER_RELATIVE_VIEW === 0
    })
  }

  #rowContent({ key, subPageKeys }: { key: string; subPageKeys: string[] }): BlockNode[] {
    const subPages = subPageKeys.map((subKey) =>
      page(`Details ${subKey}`, { key: subKey }, this.#content(this.#random(subKey)))
    )
    return [...this.#content(this.#random(key)), ...subPages]
  }

  #shown(number: number): BlockNode[] {
    const input = this.#collections[number]
    if (!input) return []
    const isPage = this.#options.plan.collections[number]?.isPage
    return [isPage ? collectionPage(input, {}) : inlineCollection(input)]
  }

  #linked(number: number): BlockNode[] {
    const input = this.#collections[number]
    const view: ViewInput = { type: 'list', name: 'Elsewhere', show: ['Name'] }
    return input ? [linkedViews(input, [view])] : []
  }

  #hasSyncedOriginal(number: number): boolean {
    return number % PAGES_PER_SYNCED === 1 && this.#options.blocksPerPage > SYNCED_SIZE
  }

  #random(key: string): Random {
    return new Random(`${this.#options.seed}:${key}`)
  }
}
