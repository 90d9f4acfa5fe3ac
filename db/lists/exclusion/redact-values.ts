import type { Collection } from 'notion-types'

import type { Mirror } from '../../mirror/open-mirror.ts'
import { type CollectionProperty, readSchemas } from '../../records/collection-schema.ts'
import { computedTypes } from '../../records/property-values.ts'

interface Relation {
  page_id: string
  collection_id: string
  property_id: string
  target_id: string
}

interface TextValue {
  collection_id: string
  property_id: string
  text: string
}

/**
 * Withholds the values that name an excluded page, the rollups and formulas that may read it, and those
 * that read these values in turn. The next sync computes them without the page. `titles` has those of the
 * excluded pages that each page mentions. Fills `temp.redacted_value`.
 */
export function redactValues(mirror: Mirror, titles: Map<string, string[]>): void {
  new ValueRedaction(mirror, titles).run()
}

class ValueRedaction {
  readonly #titles
  readonly #excluded: Set<string>
  /** Ids of withheld properties, by page. */
  readonly #withheld = new Map<string, Set<string>>()
  readonly #schemaOf
  readonly #statements

  constructor(mirror: Mirror, titles: Map<string, string[]>) {
    const { $client } = mirror
    this.#titles = titles
    const hidden = $client.prepare<[], string>('select id from temp.hidden_page').pluck()
    this.#excluded = new Set(hidden.all())
    this.#schemaOf = schemaReader(mirror)
    this.#statements = {
      textsOf: $client.prepare<[string], TextValue>(
        `select collection_id, property_id, text from main.property_value
          where page_id = ? and text is not null and not is_computed`
      ),
      relationsTo: $client.prepare<[string], Relation>(
        `select page_id, collection_id, property_id, target_id from main.property_value
          where target_id in (select value from json_each(?)) and not is_computed`
      ),
      save: $client.prepare<[string, string]>(
        'insert or ignore into temp.redacted_value values (?, ?)'
      )
    }
  }

  run(): void {
    for (const pageId of this.#titles.keys()) this.#withholdMentions(pageId)
    let changed = [...this.#excluded, ...this.#withheld.keys()]
    while (changed.length > 0) {
      const relations = this.#statements.relationsTo.all(JSON.stringify(changed))
      const readers = relations.filter((relation) => this.#withholdReaders(relation))
      changed = [...new Set(readers.map(({ page_id: pageId }) => pageId))]
    }
  }

  #withholdMentions(pageId: string): void {
    const titles = this.#titles.get(pageId) ?? []
    for (const value of this.#statements.textsOf.all(pageId)) {
      const { collection_id: collectionId, property_id: by, text } = value
      if (!titles.some((title) => text.includes(title))) continue
      const own = this.#withheld.get(pageId) ?? new Set()
      const schema = this.#schemaOf(collectionId)
      this.#withhold(pageId, [by, ...readersOf(schema, { by, lost: undefined, own })])
    }
  }

  /** Withholds what a row computes from a related row; false if nothing more is withheld. */
  #withholdReaders({ page_id, collection_id, property_id: by, target_id }: Relation): boolean {
    if (this.#excluded.has(page_id)) return false
    const lost = this.#excluded.has(target_id) ? undefined : this.#withheld.get(target_id)
    const own = this.#withheld.get(page_id) ?? new Set()
    const found = readersOf(this.#schemaOf(collection_id), { by, lost, own })
    this.#withhold(page_id, found)
    return found.size > 0
  }

  #withhold(pageId: string, propertyIds: Iterable<string>): void {
    const own = this.#withheld.get(pageId) ?? new Set<string>()
    for (const id of propertyIds) {
      own.add(id)
      this.#statements.save.run(pageId, id)
    }
    if (own.size > 0) this.#withheld.set(pageId, own)
  }
}

interface Lost {
  /** Id of the relation to the row with the withheld values, or of a property with a mention. */
  by: string
  /** Ids of the withheld properties of the related row; undefined if all of it is withheld. */
  lost: Set<string> | undefined
  /** Ids of the properties of this row that are withheld already. */
  own: Set<string>
}

/** Ids of the computed properties that newly read something withheld, directly or through each other. */
function readersOf(schema: Map<string, CollectionProperty>, { by, lost, own }: Lost): Set<string> {
  const found = new Set<string>()
  const computed = [...schema.values()].filter(({ type }) => computedTypes.has(type))
  for (let before = -1; found.size > before;) {
    before = found.size
    const names = [by, ...found].flatMap((id) => [id, schema.get(id)?.name ?? id])
    for (const property of computed) {
      const { id, type } = property
      if (own.has(id) || found.has(id)) continue
      const reads =
        type === 'rollup' ? readsRow(property, { by, lost }) : isNamedIn(property, names)
      if (reads) found.add(id)
    }
  }
  return found
}

function readsRow(rollup: CollectionProperty, { by, lost }: Pick<Lost, 'by' | 'lost'>): boolean {
  if (rollup.relation_property !== by) return false
  return lost === undefined || lost.has(rollup.target_property ?? 'title')
}

/** Whether a formula contains one of these ids or names, so that it may read the property. */
function isNamedIn({ formula, formula2 }: CollectionProperty, names: string[]): boolean {
  const text = JSON.stringify([formula, formula2])
  return names.some((name) => text.includes(JSON.stringify(name).slice(1, -1)))
}

/** Returns a function that reads the properties of a collection by id. */
function schemaReader({ $client }: Mirror): (id: string) => Map<string, CollectionProperty> {
  const read = $client
    .prepare<[string], string>('select raw from main.collection where id = ?')
    .pluck()
  const known = new Map<string, Map<string, CollectionProperty>>()
  return (id) => {
    const raw = known.has(id) ? undefined : read.get(id)
    const schemas = raw === undefined ? [] : readSchemas([JSON.parse(raw) as Collection])
    for (const [, schema] of schemas) known.set(id, schema)
    return known.get(id) ?? new Map<string, CollectionProperty>()
  }
}
