import type { Block, Collection } from 'notion-types'

import { ids, isTemplate } from '../../../site/notion/blocks/block-references.ts'
import { normalizeSchema } from '../../../site/notion/collections/normalize-schema.ts'
import type { Absence } from '../report/sync-report.ts'

/** The checkbox by which editors keep a row off the site. */
const PUBLIC_PROPERTY = 'Public'

/** Which records belong to the site. */
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

  /** Notes which rows of a collection are templates, and whether its rows can be switched off. */
  addCollection(collection: Collection): void {
    for (const id of ids(collection.template_pages)) this.#templateIds.add(id)
    const found = Object.entries(collection.schema).find(mayBeSwitch)
    this.#publicProperty.set(collection.id, found?.[0] ?? null)
  }

  /** Why an answered block is not part of the site; undefined when it is. */
  absenceOf(block: Block | null | undefined): Absence | undefined {
    if (block === undefined) return 'missing'
    if (block === null) return 'private'
    if (block.alive === false) return 'deleted'
    if (this.#excludedIds.has(block.id)) return 'excluded'
    // Records of old workspaces name no space; what holds them does.
    if (block.space_id !== undefined && block.space_id !== this.#spaceId) return 'foreign'
    if (isTemplate(block) || this.#templateIds.has(block.id)) return 'template'
    return this.#isSwitchedOff(block) ? 'switched off' : undefined
  }

  /** Why a collection or a view of one is not part of the site; undefined when it is. */
  absenceOfCollection(record: object): Absence | undefined {
    const { alive, space_id: space }: { alive?: unknown; space_id?: unknown } = record
    if (alive === false) return 'deleted'
    return space !== undefined && space !== this.#spaceId ? 'foreign' : undefined
  }

  #isSwitchedOff(block: Block): boolean {
    const property = this.#publicProperty.get(block.parent_id)
    // An unchecked box is usually not in the record at all.
    return Boolean(property) && block.properties?.[property ?? '']?.[0]?.[0] !== 'Yes'
  }
}

/**
 * Whether a property is the `Public` checkbox. One that lost its name or its type still counts: a row
 * is rather left out than shown against its editor's will.
 */
function mayBeSwitch([id, sent]: [string, { name?: unknown; type?: unknown } | null]): boolean {
  // Nothing is left of it, or no type: it may have been the switch.
  if (typeof sent !== 'object' || sent === null) return true
  const { name, type } = sent
  const isNamed = normalizeSchema({ [id]: sent })[id]?.name === PUBLIC_PROPERTY
  const hasLostName = name !== undefined && typeof name !== 'string' && !Array.isArray(name)
  const hasLostType = typeof type !== 'string'
  return isNamed ? type === 'checkbox' || hasLostType : type === 'checkbox' && hasLostName
}
