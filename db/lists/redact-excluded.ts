import type { Collection } from 'notion-types'

import { marksOf } from '../../site/notion/text/rich-text.ts'
import type { Mirror } from '../mirror/open-mirror.ts'
import { type CollectionProperty, readSchemas } from '../records/collection-schema.ts'
import { computedTypes } from '../records/property-values.ts'

/** The tables whose texts may contain names of excluded pages, with the columns that are shown instead. */
export const redactedColumns: Record<string, Record<string, string>> = {
  page: {
    title:
      'coalesce((select own.title from temp.redacted_title as own where own.id = page.id), title)',
    text: 'coalesce((select own.text from temp.redacted_page as own where own.id = page.id), text)'
  },
  search_page: {
    // Former titles, and addresses, of a page whose title mentions another one.
    aliases: `case when page_id in (select id from temp.redacted_page union all
                                    select id from temp.redacted_title) then '[]' else aliases end`
  },
  search_section: {
    heading:
      'coalesce((select own.heading from temp.redacted_section as own where own.id = search_section.id), heading)',
    text: 'coalesce((select own.text from temp.redacted_section as own where own.id = search_section.id), text)'
  },
  collection: {
    name: 'coalesce((select own.name from temp.redacted_collection as own where own.id = collection.id), name)'
  },
  property_value: {
    text: `case when (page_id, property_id) in (select page_id, property_id from temp.redacted_value)
                then null else text end`,
    number: `case when (page_id, property_id) in (select page_id, property_id from temp.redacted_value)
                  then null else number end`
  }
}

/** The pages whose names or texts are redacted. */
export const redactedPages =
  'select id from temp.redacted_page union select id from temp.redacted_title'

/**
 * Finds what the mirror derives from excluded pages for other pages: their titles in texts and names
 * that mention them, and the rollups and formulas that read them. Requires the table `hidden_page`;
 * fills the tables that `redactedColumns` reads.
 */
export function redactExcluded(mirror: Mirror): void {
  mirror.$client.exec(`
    create temp table if not exists redacted_page (id text primary key, text text) without rowid;
    create temp table if not exists redacted_title (id text primary key, title text) without rowid;
    create temp table if not exists redacted_collection (id text primary key, name text) without rowid;
    create temp table if not exists redacted_section (id integer primary key, heading text, text text);
    create temp table if not exists redacted_value (
      page_id text, property_id text, primary key (page_id, property_id)) without rowid;
    delete from temp.redacted_page; delete from temp.redacted_title;
    delete from temp.redacted_collection; delete from temp.redacted_section; delete from temp.redacted_value`)
  const titles = readMentions(mirror)
  redactTexts(mirror, titles)
  redactTitles(mirror)
  redactCollections(mirror)
  new ValueRedaction(mirror, titles).run()
}

interface Named {
  page_id: string
  title: string
}

/** Titles of the excluded pages that each page mentions, longest first, by the id of that page. */
function readMentions({ $client }: Mirror): Map<string, string[]> {
  const mentions = $client
    .prepare<[], Named>(
      `select distinct link.page_id, page.title
         from temp.hidden_page as hidden
        cross join main.link as link on link.target_page_id = hidden.id
        cross join main.page as page on page.id = hidden.id
        where page.title <> '' and link.page_id not in (select id from temp.hidden_page)
        order by length(page.title) desc`
    )
    .all()
  const titles = new Map<string, string[]>()
  for (const { page_id: pageId, title } of mentions) {
    titles.set(pageId, [...(titles.get(pageId) ?? []), title])
  }
  return titles
}

/** Removes the titles of excluded pages from the titles that mention them. */
function redactTitles({ $client }: Mirror): void {
  const mentions = $client
    .prepare<[], { id: string; own: string; title: string }>(
      `select page.id, page.title as own, named.title
         from temp.hidden_page as hidden
         join main.title_mention as mention on mention.mentioned_id = hidden.id
         join main.page as page on page.id = mention.page_id
         join main.page as named on named.id = hidden.id
        where named.title <> '' order by length(named.title) desc`
    )
    .all()
  const titles = new Map<string, string>()
  for (const { id, own, title } of mentions) {
    titles.set(id, (titles.get(id) ?? own).replaceAll(title, ''))
  }
  const save = $client.prepare('insert into temp.redacted_title values (?, ?)')
  for (const row of titles) save.run(...row)
}

/** Removes the titles of excluded pages from the names of collections that mention them. */
function redactCollections({ $client }: Mirror): void {
  const named = $client
    .prepare<[], { id: string; name: string; raw: string }>(
      `select id, name, raw from main.collection where instr(raw ->> '$.name', '"p"') > 0`
    )
    .all()
  const hidden = $client
    .prepare<[string], string>(
      `select title from temp.hidden_page join main.page using (id)
        where id in (select value from json_each(?)) and title <> '' order by length(title) desc`
    )
    .pluck()
  const save = $client.prepare('insert into temp.redacted_collection values (?, ?)')
  for (const { id, name, raw } of named) {
    const mentioned = marksOf((JSON.parse(raw) as Collection).name, 'p')
    const titles = hidden.all(JSON.stringify(mentioned))
    save.run(
      id,
      titles.reduce((rest, title) => rest.replaceAll(title, ''), name)
    )
  }
}

/** Removes the titles of excluded pages from the texts of the pages that mention them. */
function redactTexts({ $client }: Mirror, titles: Map<string, string[]>): void {
  const readPage = $client
    .prepare<[string], string>('select text from main.page where id = ?')
    .pluck()
  const savePage = $client.prepare('insert into temp.redacted_page values (?, ?)')
  const readSections = $client.prepare<[string], { id: number; heading: string; text: string }>(
    `select section.id, heading, text from main.search_page as found
       join main.search_section as section on section.page_number = found.number
      where found.page_id = ?`
  )
  const saveSection = $client.prepare('insert into temp.redacted_section values (?, ?, ?)')
  for (const [pageId, named] of titles) {
    const redact = (text: string) => named.reduce((rest, title) => rest.replaceAll(title, ''), text)
    savePage.run(pageId, redact(readPage.get(pageId) ?? ''))
    for (const { id, heading, text } of readSections.all(pageId)) {
      saveSection.run(id, redact(heading), redact(text))
    }
  }
}

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
 * that read these values in turn. The next sync computes them without the page.
 */
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
