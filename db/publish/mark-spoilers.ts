import type { Block, Collection, Decoration } from 'notion-types'

import type { SiteConfig, SpoilerRules } from '../../site/config/config.ts'
import { messagesFor } from '../../site/locales/messages-for.ts'
import { normalizeSchema } from '../../site/notion/collections/normalize-schema.ts'
import { marksOf, plainText } from '../../site/notion/text/rich-text.ts'
import { coveringRules, spoilerChapter } from '../../site/spoilers/spoiler-rule.ts'
import type { Mirror } from '../mirror/open-mirror.ts'
import { publicationDigest } from '../mirror/publication-rules.ts'
import { readIdentity } from '../mirror/read-identity.ts'

/** The chapters of covered pages, by page id: that of the nearest mark, at the page or above it. */
type Chapters = Map<string, string>

/**
 * Finds the pages to cover, if spoilers are covered. Reads the records just written; the cost depends
 * on the number of rows that may be marked.
 */
export function findChapters(mirror: Mirror, config: SiteConfig): Chapters {
  const rules = coveringRules(config)
  if (!rules) return new Map()
  const { $client } = mirror
  const marks = new Map([...markedByTitle(mirror, rules), ...markedRows(mirror, rules)])
  marks.delete(config.rootNotionPageId)
  const below = $client.prepare<[string, string], string>(
    `select id from block where parent_id = ? union all select id from collection where parent_id = ?`
  )
  const idsBelow = below.pluck()
  const chapters: Chapters = new Map()
  for (const [start, chapter] of marks) {
    const stack = [start]
    for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
      chapters.set(id, chapter)
      // The records may contain cycles.
      stack.push(...idsBelow.all(id, id).filter((each) => !marks.has(each) && !chapters.has(each)))
    }
  }
  const isPage = $client.prepare(
    `select 1 from block where id = ? and type in ('page', 'collection_view_page')`
  )
  return new Map([...chapters].filter(([id]) => isPage.get(id)))
}

/**
 * Whether the last publication covers all pages that the configuration covers. Looks at the pages only if
 * other rules, or those of an older version, have made the publication.
 */
export function hasAllCovers(mirror: Mirror, config: SiteConfig): boolean {
  const published = readIdentity(mirror)
  if (!coveringRules(config) || !published) return true
  if (published.digest === publicationDigest(config, published)) return true
  const isOpen = mirror.$client.prepare('select 1 from page where id = ? and spoiler is null')
  return [...findChapters(mirror, config).keys()].every((id) => !isOpen.get(id))
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

/** Pages and toggles whose title begins with the sign, also after white space, and their chapters. */
function* markedByTitle({ $client }: Mirror, rules: SpoilerRules): Generator<[string, string]> {
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

/** Rows that are marked by the property of the rules or by a tag, and their chapters. */
function* markedRows({ $client }: Mirror, rules: SpoilerRules): Generator<[string, string]> {
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
): [string, string][] {
  const chapter = spoilerChapter(block, { rules, ...context })
  return chapter === undefined ? [] : [[block.id, chapter]]
}
