import type { Block, Collection } from 'notion-types'

import {
  blockReferences,
  collectionIdOf,
  isPage
} from '../../../site/notion/blocks/block-references.ts'
import { externalType, objectName } from '../../../site/notion/blocks/external-object.ts'
import { pageName } from '../../../site/notion/blocks/page-name.ts'
import {
  type ShownFile,
  blockFiles,
  collectionFiles
} from '../../../site/notion/files/file-sources.ts'
import type { WalkResult } from '../../records/walk-result.ts'
import { findHiddenValues, withoutValues } from './hidden-values.ts'
import { publicView } from './public-view.ts'
import type { SpoilerUnit, SpoilerUnits } from './spoiler-units.ts'
import { withBareLinks, withBareMentions } from './withheld-links.ts'

/**
 * The records with each marked toggle as a page of its own, and with neutral paths of the spoilers. Titles
 * and texts that mention a spoiler contain its label, as in the public copy, so that a public page has the
 * same path in both. No spoiler repeats anything of another one to which it links.
 */
export function withSpoilerPages(
  records: WalkResult,
  units: SpoilerUnits,
  labelOf: (chapter: string) => string
): WalkResult {
  /** Whether a record shows a collection of a spoiler that it does not belong to. */
  const isForeign = (id: string, collectionId: string | undefined) => {
    const home = collectionId === undefined ? undefined : units.unitOf(collectionId)
    return home !== undefined && units.unitOf(id)?.id !== home.id
  }
  return {
    ...records,
    fixedPaths: units.paths,
    names: () => publicNames(records, units, labelOf),
    *blocks() {
      for (const block of records.blocks()) {
        const linked = withBareLinks(block, units)
        const bare = isForeign(block.id, blockReferences(block).collectionId)
          ? ({ ...linked, collection_id: undefined, view_ids: [], format: undefined } as Block)
          : linked
        yield isRoot(block, units) ? asPage(bare) : bare
      }
    },
    *views() {
      for (const walked of records.views()) {
        if (!isForeign(walked.view.id, walked.collectionId)) yield walked
      }
    },
    *collections() {
      for (const collection of records.collections()) yield withBareMentions(collection, units)
    }
  }
}

/**
 * The records without any text, name, file or value of a spoiler. A page, row or toggle that is
 * marked, and each page below it, remains as an empty page with the title `labelOf` and a neutral path.
 */
export function withoutSpoilers(
  records: WalkResult,
  units: SpoilerUnits,
  labelOf: (chapter: string) => string
): WalkResult {
  const { unitOf } = units
  const facts = { units, labelOf }
  const hidden = findHiddenValues(records, units)
  const { sources, userIds } = findPublic(records, units)
  return {
    ...records,
    fixedPaths: units.paths,
    *blocks() {
      for (const block of records.blocks()) {
        const unit = unitOf(block.id)
        if (!unit) yield withBareLinks(block, units)
        else if (units.paths.has(block.id)) yield placeholder(block, unit, facts)
      }
    },
    *collections() {
      for (const collection of records.collections()) {
        if (unitOf(collection.id)) continue
        yield withoutValues(withBareMentions(collection, units), hidden.get(collection.id))
      }
    },
    *views() {
      for (const walked of records.views()) {
        const isHidden = unitOf(walked.view.id) ?? unitOf(walked.collectionId)
        if (!isHidden) yield publicView(walked, { units, hidden })
      }
    },
    *users() {
      for (const user of records.users()) if (userIds.has(user.id)) yield user
    },
    names: () => publicNames(records, units, labelOf),
    assets: records.assets.filter(({ source }) => sources.has(source))
  }
}

interface PlaceholderFacts {
  units: SpoilerUnits
  labelOf: (chapter: string) => string
}

/** An empty page; below the page of its unit, unless its own parent is public. */
function placeholder(block: Block, unit: SpoilerUnit, { units, labelOf }: PlaceholderFacts): Block {
  const { id, version, alive, space_id, created_time, last_edited_time } = block
  const above = unit.id === id ? units.outerOf(unit) : unit
  const place = above
    ? { parent_id: above.id, parent_table: 'block' }
    : { parent_id: block.parent_id, parent_table: block.parent_table }
  const content = unit.id === id ? (units.childrenOf.get(id) ?? []) : []
  const title = [[labelOf(unit.chapter)]]
  const own = { id, version, alive, space_id, created_time, last_edited_time, ...place }
  // Notion's type requires fields that a page without content does not have.
  return { ...own, type: 'page', properties: { title }, content } as unknown as Block
}

function isRoot({ id }: Block, units: SpoilerUnits): boolean {
  return units.unitOf(id)?.id === id
}

function asPage(block: Block): Block {
  return isPage(block) ? block : ({ ...block, type: 'page' } as Block)
}

/** Names as the records of the copy have them: titles may mention links. */
function publicNames(
  records: WalkResult,
  units: SpoilerUnits,
  labelOf: (chapter: string) => string
): ReturnType<WalkResult['names']> {
  const collections = new Map<string, Collection>()
  for (const { id, name } of records.collections()) {
    collections.set(id, withBareMentions({ id, name } as Collection, units))
  }
  const names = new Map<string, string>()
  for (const block of records.blocks()) {
    const { id, type, properties } = block
    const unit = units.unitOf(id)
    // Nothing else of a spoiler remains in the public copy to be named.
    if (unit) names.set(id, units.paths.has(id) ? labelOf(unit.chapter) : '')
    else if (type === externalType) names.set(id, objectName(withBareLinks(block, units)) ?? '')
    else if (isPage(block)) {
      const page = { id, type, properties: { title: properties?.title } } as Block
      const home = type === 'collection_view_page' ? collectionIdOf(block) : undefined
      names.set(id, pageName(withBareLinks(page, units), collections.get(home ?? '')))
    }
  }
  const others = records.names()
  return { get: (id) => names.get(id) ?? others.get(id) }
}

/** The files and users that public records show. */
function findPublic(records: WalkResult, units: SpoilerUnits) {
  const { unitOf } = units
  const [sources, hidden, userIds] = [new Set<string>(), new Set<string>(), new Set<string>()]
  const add = (id: string, files: ShownFile[]) => {
    for (const { source } of files) (unitOf(id) ? hidden : sources).add(source)
  }
  for (const block of records.blocks()) {
    const bare = block.type === 'bookmark' ? withBareLinks(block, units) : block
    add(block.id, blockFiles(bare))
    if (bare !== block) for (const { source } of blockFiles(block)) hidden.add(source)
    if (!unitOf(block.id)) for (const id of blockReferences(block).userIds) userIds.add(id)
  }
  for (const collection of records.collections()) add(collection.id, collectionFiles(collection))
  for (const user of records.users()) {
    if (userIds.has(user.id) && user.avatar !== null) sources.add(user.avatar)
    else if (user.avatar !== null) hidden.add(user.avatar)
  }
  // Others are defaults of the configuration.
  for (const { source } of records.assets) if (!hidden.has(source)) sources.add(source)
  return { sources, userIds }
}
