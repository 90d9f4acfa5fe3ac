import type { Block, Collection } from 'notion-types'

import { ids, isTemplate } from '../../../site/notion/blocks/block-references.ts'
import { normalizeSchema } from '../../../site/notion/collections/normalize-schema.ts'
import type { Absence } from '../report/sync-report.ts'

/** Name of the checkbox with which editors keep a row off the site. */
const PUBLIC_PROPERTY = 'Public'

/** Decides which records belong to the site. */
export class Eligibility {
  readonly #spaceId: string
  readonly #excludedIds: Set<string>
  /** Id of the `Public` checkbox by collection; null where a collection has none. */
  readonly #publicProperty = new Map<string, string | null>()
  /** Rows that collections list as their templates. */
  readonly #templateIds = new Set<string>()

  constructor(options: { spaceId: string; excludedPageIds: string[] }) {
    this.#spaceId = options.spaceId
    this.#excludedIds = new Set(options.excludedPageIds)
  }

  /** Remembers the templates of a collection and its `Public` checkbox. */
  addCollection(collection: Collection): void {
    for (const id of ids(collection.template_pages)) this.#templateIds.add(id)
    const found = Object.entries(collection.schema).find(mayBePublicProperty)
    this.#publicProperty.set(collection.id, found?.[0] ?? null)
  }

  /** Why a block is not part of the site; undefined if it is. */
  absenceOf(block: Block): Absence | undefined {
    if (block.alive === false) return 'deleted'
    if (this.#excludedIds.has(block.id)) return 'excluded'
    // Records of old workspaces name no space, but their ancestors do.
    if (block.space_id !== undefined && block.space_id !== this.#spaceId) return 'foreign'
    if (isTemplate(block) || this.#templateIds.has(block.id)) return 'template'
    return this.#isSwitchedOff(block) ? 'switched off' : undefined
  }

  /**
   * Why a collection or a view is not part of the site; undefined if it is. The collection of an excluded
   * page is excluded with it, also where other pages have views of it.
   */
  absenceOfCollection(record: {
    alive?: unknown
    space_id?: unknown
    parent_id?: unknown
  }): Absence | undefined {
    const { alive, space_id: space, parent_id: parentId } = record
    if (alive === false) return 'deleted'
    if (this.#excludedIds.has(String(parentId))) return 'excluded'
    return space !== undefined && space !== this.#spaceId ? 'foreign' : undefined
  }

  #isSwitchedOff(block: Block): boolean {
    const property = this.#publicProperty.get(block.parent_id)
    // The value of an unchecked checkbox is usually absent.
    return Boolean(property) && block.properties?.[property ?? '']?.[0]?.[0] !== 'Yes'
  }
}

/**
 * Whether a property may be the `Public` checkbox. A damaged one without name or type counts, because
 * it is safer to leave out a row than to publish it against its editor's will.
 */
function mayBePublicProperty([id, sent]: [
  string,
  { name?: unknown; type?: unknown } | null
]): boolean {
  if (typeof sent !== 'object' || sent === null) return true
  const { name, type } = sent
  const isNamed = normalizeSchema({ [id]: sent })[id]?.name === PUBLIC_PROPERTY
  const hasLostName = name !== undefined && typeof name !== 'string' && !Array.isArray(name)
  const hasLostType = typeof type !== 'string'
  return isNamed ? type === 'checkbox' || hasLostType : type === 'checkbox' && hasLostName
}
