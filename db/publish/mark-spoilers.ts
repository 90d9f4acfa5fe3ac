import type { Block, Collection, Decoration } from 'notion-types'

import type { SiteConfig, SpoilerRules } from '../../site/config/config.ts'
import { messagesFor } from '../../site/locales/messages-for.ts'
import { isPage } from '../../site/notion/blocks/block-references.ts'
import { normalizeSchema } from '../../site/notion/collections/normalize-schema.ts'
import { marksOf, plainText } from '../../site/notion/text/rich-text.ts'
import { coveringRules, spoilerChapter } from '../../site/spoilers/spoiler-rule.ts'
import type { Mirror } from '../mirror/open-mirror.ts'
import { publicationDigest } from '../mirror/publication-rules.ts'
import { readIdentity } from '../mirror/read-identity.ts'
import { readTransaction } from '../mirror/read-transaction.ts'

/** The chapters of covered pages, by page id: that of the nearest mark, at the page or above it. */
type Chapters = Map<string, string>

/** A block or collection. */
interface Found {
  id: string
  type: string
}

/** A mark of a block. */
interface Mark extends Found {
  chapter: string
}

/**
 * Finds the pages to cover, if spoilers are covered. Reads the records just written; the cost depends
 * on the number of rows that may be marked. Call it in a transaction: SQLite locks the file for each read
 * outside of one.
 */
export function findChapters(mirror: Mirror, config: SiteConfig): Chapters {
  const rules = coveringRules(config)
  if (!rules) return new Map()
  const marks = new Map<string, Mark>()
  for (const mark of [...markedByTitle(mirror, rules), ...markedRows(mirror, rules)])
    if (mark.id !== config.rootNotionPageId) marks.set(mark.id, mark)
  const readBelow = belowReader(mirror)
  const chapters: Chapters = new Map()
  // The records may contain cycles.
  const seen = new Set(marks.keys())
  for (const mark of marks.values()) {
    const stack: Found[] = [mark]
    for (let each = stack.pop(); each !== undefined; each = stack.pop()) {
      if (isPage(each)) chapters.set(each.id, mark.chapter)
      for (const below of readBelow(each.id)) {
        if (!seen.has(below.id)) stack.push(below)
        seen.add(below.id)
      }
    }
  }
  return chapters
}

/** Reads what is directly below a record. There are few collections, and no index of their parents. */
function belowReader({ $client }: Mirror): (id: string) => Found[] {
  const blocks = $client.prepare<[string], Found>('select id, type from block where parent_id = ?')
  const rows = $client.prepare<[], { id: string; parent: string }>(
    'select id, parent_id as parent from collection'
  )
  const collections = new Map<string, Found[]>()
  for (const { id, parent } of rows.all())
    collections.set(parent, [...(collections.get(parent) ?? []), { id, type: 'collection' }])
  return (id) => [...blocks.all(id), ...(collections.get(id) ?? [])]
}

/**
 * Whether the last publication covers all pages that the configuration covers. Looks at the pages only if
 * other rules, or those of an older version, have made the publication.
 */
export function hasAllCovers(mirror: Mirror, config: SiteConfig): boolean {
  return readTransaction(mirror, () => {
    const published = readIdentity(mirror)
    if (!coveringRules(config) || !published) return true
    if (published.digest === publicationDigest(config, published)) return true
    const open = mirror.$client
      .prepare<[], string>('select id from page where spoiler is null')
      .pluck()
    const openIds = new Set(open.all())
    return [...findChapters(mirror, config).keys()].every((id) => !openIds.has(id))
  })
}

/** Whether the pages of the last publication have these chapters. */
export function areChaptersUnchanged(mirror: Mirror, chapters: Chapters): boolean {
  const stored = readChapters(mirror)
  return (
    stored.size === chapters.size && [...stored].every(([id, each]) => chapters.get(id) === each)
  )
}

/** Updates `page.spoiler`, after the pages are written. */
export function writeChapters(mirror: Mirror, chapters: Chapters): void {
  const stored = readChapters(mirror)
  const update = mirror.$client.prepare('update page set spoiler = ? where id = ?')
  for (const id of stored.keys()) if (!chapters.has(id)) update.run(null, id)
  for (const [id, chapter] of chapters) if (stored.get(id) !== chapter) update.run(chapter, id)
}

/** Names for texts that are shown openly, such as descriptions: a covered page has its label as name. */
export interface OpenNames extends Pick<Map<string, string>, 'get'> {
  /** Whether the name of a page is covered. */
  covers: (id: string) => boolean
  /** Whether the name of any page is covered. */
  hasCovered: boolean
  /** The titles of pages that mention a covered page, by page id. */
  titles: ReadonlyMap<string, string>
}

type Names = Pick<Map<string, string>, 'get'>

/** Makes the names for open texts from `names`, the titles of all pages and the names of all users. */
export function openNames(
  mirror: Mirror,
  options: { names: Names; chapters: Chapters; config: SiteConfig }
): OpenNames {
  const { names, chapters, config } = options
  const { get } = coveredNames(names, chapters, config)
  const titles = new Map<string, string>()
  for (const { id, properties } of chapters.size > 0 ? mentioningPages(mirror) : []) {
    const title = properties?.title
    const isCovering = marksOf(title, 'p').some((each) => chapters.has(String(each)))
    if (isCovering) titles.set(id, plainText(title, get))
  }
  return { get, titles, covers: (id) => chapters.has(id), hasCovered: chapters.size > 0 }
}

function coveredNames(names: Names, chapters: Chapters, config: SiteConfig): Names {
  const { spoiler } = messagesFor(config)
  const get = (id: string) => {
    const chapter = chapters.get(id)
    return chapter === undefined ? names.get(id) : spoiler(chapter)
  }
  return { get }
}

/**
 * The names with which the last publication wrote the names of collections. With the same names, an
 * unchanged collection is not rewritten; `nameCollectionsOpenly` then updates names of changed chapters.
 */
export function lastOpenNames(mirror: Mirror, names: Names, config: SiteConfig): Names {
  return coveringRules(config) ? coveredNames(names, readChapters(mirror), config) : names
}

/** Updates the names of collections that mention pages, if spoilers are covered. */
export function nameCollectionsOpenly({ $client }: Mirror, names: Names, config: SiteConfig): void {
  if (!coveringRules(config)) return
  const collections = $client
    .prepare<[], string>(`select raw from collection where instr(raw ->> '$.name', '"p"') > 0`)
    .pluck()
  const update = $client.prepare(
    'update collection set name = :name where id = :id and name <> :name'
  )
  for (const raw of collections.all()) {
    const { id, name } = JSON.parse(raw) as Collection
    update.run({ id, name: plainText(name, names.get) })
  }
}

/** Pages whose titles may mention pages. */
function* mentioningPages({ $client }: Mirror): Generator<Block> {
  const pages = $client
    .prepare<[], string>(
      `select raw from block where type in ('page', 'collection_view_page')
          and instr(raw ->> '$.properties.title', '"p"') > 0`
    )
    .pluck()
  for (const raw of pages.all()) yield JSON.parse(raw) as Block
}

function readChapters({ $client }: Mirror): Chapters {
  const rows = $client
    .prepare<[], [string, string]>('select id, spoiler from page where spoiler is not null')
    .raw()
  return new Map(rows.all())
}

/** Pages and toggles whose title begins with the sign, also after white space. */
function* markedByTitle({ $client }: Mirror, rules: SpoilerRules): Generator<Mark> {
  if (rules.sign === null) return
  const titles = $client
    .prepare<{ sign: string }, string>('select raw from block where instr(title, :sign) > 0')
    .pluck()
  for (const raw of titles.all({ sign: rules.sign })) yield* markOf(JSON.parse(raw) as Block, rules)
  const names = $client.prepare<{ sign: string }, { raw: string; name: string }>(
    `select block.raw, collection.raw -> '$.name' as name from collection join block on block.id = collection.parent_id
      where block.type = 'collection_view_page' and instr(collection.name, :sign) > 0`
  )
  for (const { raw, name } of names.all({ sign: rules.sign })) {
    yield* markOf(JSON.parse(raw) as Block, rules, {
      title: plainText(JSON.parse(name) as Decoration[]).trim()
    })
  }
}

/** Rows that are marked by the property of the rules or by a tag. */
function* markedRows({ $client }: Mirror, rules: SpoilerRules): Generator<Mark> {
  const collections = $client.prepare<[], string>('select raw from collection').pluck()
  const rows = $client
    .prepare<[string], string>(
      `select raw from block where parent_id = ? and parent_table = 'collection'`
    )
    .pluck()
  for (const json of collections.all()) {
    const { id, schema: own } = JSON.parse(json) as Collection
    const schema = Object.entries(normalizeSchema(own))
    const hasProperty = schema.some(([, { name }]) => name === rules.property)
    if (!hasProperty && rules.tag === null) continue
    for (const raw of rows.all(id)) yield* markOf(JSON.parse(raw) as Block, rules, { schema })
  }
}

function markOf(
  block: Block,
  rules: SpoilerRules,
  context: Pick<Parameters<typeof spoilerChapter>[1], 'schema' | 'title'> = {}
): Mark[] {
  const chapter = spoilerChapter(block, { rules, ...context })
  return chapter === undefined ? [] : [{ id: block.id, type: block.type, chapter }]
}
