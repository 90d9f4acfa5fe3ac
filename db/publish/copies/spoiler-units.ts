import { hash } from 'node:crypto'

import { isPage } from '../../../site/notion/blocks/block-references.ts'
import { normalizeSchema } from '../../../site/notion/collections/normalize-schema.ts'
import { plainText } from '../../../site/notion/text/rich-text.ts'
import type { SpoilerRules } from '../../../site/config/config.ts'
import { spoilerPath } from '../../../site/spoilers/spoiler-path.ts'
import { spoilerChapter } from '../../../site/spoilers/spoiler-rule.ts'
import type { WalkResult } from '../../records/walk-result.ts'

/** A marked page, row or toggle. All records below it, up to the next mark, belong to it. */
export interface SpoilerUnit {
  /** Id of the page, row or toggle. */
  id: string
  /** Empty if it has none. */
  chapter: string
}

/** The spoilers of a workspace. */
export interface SpoilerUnits {
  /** The unit that a block, collection or view belongs to; undefined for a public one. */
  unitOf(id: string): SpoilerUnit | undefined
  /** The unit around another one; undefined if that is on a public page. */
  outerOf(unit: SpoilerUnit): SpoilerUnit | undefined
  /** Paths of all pages and toggles that get a neutral one, by id. */
  paths: Map<string, string>
  /** The ids of these pages by the paths that they have and had without spoilers, as `ownPath` returns them. */
  formerPaths: ReadonlyMap<string, string>
  /** The domain of the site. */
  domain: string
  /** Ids of the pages that are listed below the page of each unit, by its id. */
  childrenOf: Map<string, string[]>
}

/**
 * Finds the spoilers among the records. The root page is never one. `formerPathsOf` finds the paths that
 * pages with neutral paths had.
 */
export function findSpoilers(
  records: WalkResult,
  { rules, domain }: { rules: SpoilerRules; domain: string },
  formerPathsOf: (pageIds: string[]) => SpoilerUnits['formerPaths']
): SpoilerUnits {
  const tree = readTree(records, rules)
  const known = new Map<string, SpoilerUnit | undefined>()
  const unitOf = (id: string) => {
    const seen: string[] = []
    let at: string | undefined = id
    // The records may contain cycles.
    while (at !== undefined && !known.has(at) && !tree.marks.has(at) && !seen.includes(at)) {
      seen.push(at)
      at = tree.parents.get(at)
    }
    const chapter = at === undefined ? undefined : tree.marks.get(at)
    const unit =
      at !== undefined && chapter !== undefined ? { id: at, chapter } : known.get(at ?? '')
    for (const each of seen) known.set(each, unit)
    return unit
  }
  const outerOf = ({ id }: SpoilerUnit) => {
    const parent = tree.parents.get(id)
    return parent === undefined ? undefined : unitOf(parent)
  }
  const found = { unitOf, outerOf, paths: new Map<string, string>(), childrenOf: new Map() }
  addPages(found, tree.pages)
  return { ...found, domain, formerPaths: formerPathsOf([...found.paths.keys()]) }
}

function addPages(units: Omit<SpoilerUnits, 'formerPaths' | 'domain'>, pageIds: string[]): void {
  for (const id of pageIds) {
    const unit = units.unitOf(id)
    if (!unit) continue
    const isRoot = unit.id === id
    units.paths.set(id, isRoot ? spoilerPath(keyOf(id)) : spoilerPath(keyOf(unit.id), keyOf(id)))
    const parent = isRoot ? units.outerOf(unit) : unit
    if (!parent) continue
    units.childrenOf.set(parent.id, [...(units.childrenOf.get(parent.id) ?? []), id])
  }
}

interface RecordTree {
  /** Parents of blocks and collections. */
  parents: Map<string, string>
  /** The chapters of marked records, by id. */
  marks: Map<string, string>
  /** Ids of pages, and of other marked records, which become pages. */
  pages: string[]
}

function readTree(records: WalkResult, rules: SpoilerRules): RecordTree {
  const tree: RecordTree = { parents: new Map(), marks: new Map(), pages: [] }
  const schemas = new Map<string, ReturnType<typeof propertiesOf>>()
  const names = new Map<string, string>()
  for (const { id, parent_id, schema, name } of records.collections()) {
    tree.parents.set(id, parent_id)
    schemas.set(id, propertiesOf(schema))
    names.set(parent_id, plainText(name).trim())
  }
  for (const block of records.blocks()) {
    const { id, parent_id, parent_table, type } = block
    tree.parents.set(id, parent_id)
    const schema = parent_table === 'collection' ? schemas.get(parent_id) : undefined
    const title = type === 'collection_view_page' ? names.get(id) : undefined
    const chapter = spoilerChapter(block, { rules, schema, title })
    const isMarked = chapter !== undefined && id !== records.rootPageId
    if (isMarked) tree.marks.set(id, chapter)
    if (isMarked || isPage(block)) tree.pages.push(id)
  }
  for (const { view } of records.views()) tree.parents.set(view.id, view.parent_id)
  return tree
}

const propertiesOf = (schema: unknown) => Object.entries(normalizeSchema(schema))

const KEY_DIGITS = 16

/** A part of a path that reveals nothing about the page. */
function keyOf(id: string): string {
  return hash('sha256', id).slice(0, KEY_DIGITS)
}
