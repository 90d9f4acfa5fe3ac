import type { Flaw } from '../../db/check/flaw.ts'
import type { Mirror } from '../../db/mirror/open-mirror.ts'
import type { SpoilerRules } from '../../site/config/config.ts'
import { uselessMark } from '../../site/spoilers/useless-mark.ts'

/**
 * The properties that have the name of the one that marks spoilers, but a type that marks nothing: their
 * rows are shown openly.
 */
export function uselessSpoilerProperties(mirror: Mirror, rules: SpoilerRules | null): Flaw[] {
  if (rules === null) return []
  const named = mirror.$client.prepare<[string], Record<'collection' | 'type', string> & Flaw>(
    `select collection.name as collection, collection_property.type, page.path
       from collection_property join collection on collection.id = collection_property.collection_id
            left join block on block.id = collection.parent_id
            left join page on page.id = iif(block.type like '%page', block.id, block.page_id)
      where collection_property.name = ? order by page.path, collection.name`
  )
  return named.all(rules.property).flatMap(({ path, collection, type }) => {
    const cause = uselessMark(type)
    if (cause === undefined) return []
    const what = `${collection}, ${rules.property}: type ${type} marks no spoilers, because ${cause}`
    const remedy = 'make it a select, or set "spoilers.property" to the name of one'
    return [{ path, what: `${what}; ${remedy}` }]
  })
}
