import { type Hash, createHash } from 'node:crypto'

import type { Block, CollectionView } from 'notion-types'

import type { SiteConfig, SpoilerRules } from '../../site/config/config.ts'
import { chapterOfTitle, isToggle } from '../../site/spoilers/spoiler-rule.ts'
import { type HiddenTargets, withoutLinkTexts } from '../../site/spoilers/link-texts.ts'
import { isPage, originalIds } from '../../site/notion/blocks/block-references.ts'
import { withWidgets } from '../../site/notion/collections/dashboard.ts'
import { headingAnchors } from '../../site/addresses/heading-anchors.ts'
import type { NameOf } from '../../site/notion/text/mentions.ts'
import { undashId } from '../../site/notion/blocks/notion-id.ts'
import { blockText } from './block-text.ts'
import type { Mirror } from '../mirror/open-mirror.ts'
import { type PlacedBlock, containedBlocksSql, readingOrder } from './page-tree.ts'

/** The derived content of one page. */
export interface PageContent {
  /** The page's text, one line per block. */
  text: string
  /**
   * sha256 over the records of its blocks in reading order, over its views with their groups and
   * rows, and over the ids, titles and icons of its sub-pages.
   */
  digest: string
  sections: TextSection[]
}

/** The text of a page from one heading to the next. */
export interface TextSection {
  /** The heading's text; empty for the section before the first heading. */
  heading: string
  /** The heading's HTML id; null before the first heading. */
  anchor: string | null
  text: string
}

interface ContainedBlock extends PlacedBlock {
  title: string
  page_icon: string | null
  /** JSON list of collection view ids. */
  view_ids: string | null
  raw: string
}

/** Returns a function that reads the content of a page; requires `assignOwners` to have run. */
export function pageContentReader(
  mirror: Mirror,
  { names, site }: { names: ShownNames; site: ContentSite | null }
): (pageId: string) => PageContent {
  const columns = ['id', 'type', 'content', 'title', 'page_icon', 'view_ids', 'raw']
  const select = columns.map((column) => `block.${column}`).join()
  const readBlocks = mirror.$client.prepare<[string, string], ContainedBlock>(
    containedBlocksSql(select)
  )
  const digestView = viewDigester(mirror)
  const nameOf = (id: string) => names.get(id)
  const { spoilers: rules = null, domain = '' } = site ?? {}
  const isBlurred = rules?.mode === 'blur'
  const targets = { has: names.covers, hasPath: coveredPaths(mirror, names), domain }
  const readCheckboxes = mirror.$client
    .prepare<[string], string>(
      `select property_id from property_value where page_id = ? and type = 'checkbox'`
    )
    .pluck()

  return (pageId) => {
    const ordered = readingOrder(readBlocks.all(pageId, pageId), pageId)
    const hash = createHash('sha256')
    for (const block of ordered) {
      const isReference = isPage(block) && block.id !== pageId
      const { id, title, page_icon: icon } = block
      hash.update(isReference ? JSON.stringify([id, title, icon]) : block.raw).update('\n')
      for (const viewId of isReference ? [] : viewIds(block)) digestView(hash, viewId)
    }
    const shown = isBlurred ? withoutCovered(ordered, { names, rules }) : ordered
    const texts = blockTexts(shown, { nameOf, targets: isBlurred ? targets : undefined })
    const searched = texts.map((each) =>
      isPage(each.block) ? withoutCheckboxes(each, readCheckboxes.all(pageId), nameOf) : each
    )
    return {
      text: textOf(texts),
      digest: hash.digest('hex'),
      sections: textSections(searched, anchorsOf(ordered))
    }
  }
}

/** The keys of the configuration that texts depend on. */
export type ContentSite = Pick<SiteConfig, 'domain' | 'spoilers'>

interface ShownNames extends Pick<Map<string, string>, 'get'> {
  /** Whether the name of a page is covered. */
  covers: (id: string) => boolean
}

/**
 * Leaves out covered toggles with their content, and aliases of covered pages, which may have a text of
 * their own: search results and descriptions show texts openly.
 */
function withoutCovered(
  ordered: ContainedBlock[],
  { names, rules }: { names: ShownNames; rules: SpoilerRules }
): ContainedBlock[] {
  const covered = new Set<string>()
  for (const block of ordered) {
    const isMarked = isToggle(block) && chapterOfTitle(block.title.trim(), rules) !== undefined
    if (!isMarked && !covered.has(block.id) && !isCoveredAlias(block, names)) continue
    covered.add(block.id)
    for (const id of JSON.parse(block.content ?? '[]') as string[]) covered.add(id)
  }
  return ordered.filter(({ id }) => !covered.has(id))
}

/** Returns whether a path of the site leads, or has led, to a covered page. */
function coveredPaths({ $client }: Mirror, names: ShownNames): HiddenTargets['hasPath'] {
  let paths: Set<string> | undefined
  const read = () => {
    const all = $client.prepare<[], [string, string]>('select page_id, path from page_path').raw()
    const covered = all.all().filter(([id]) => names.covers(id))
    return new Set(covered.map(([, path]) => path.toLowerCase()))
  }
  return (path) => (paths ??= read()).has(path)
}

function isCoveredAlias({ type, raw }: ContainedBlock, names: ShownNames): boolean {
  return type === 'alias' && originalIds(JSON.parse(raw) as Block).some(names.covers)
}

function viewIds(block: ContainedBlock): string[] {
  return block.view_ids === null ? [] : (JSON.parse(block.view_ids) as string[])
}

/**
 * Adds a view to a digest: its record and collection, its form, its groups, and the records of its rows.
 * A dashboard has those of its widgets too.
 */
function viewDigester(mirror: Mirror): (hash: Hash, viewId: string) => void {
  const statements = [
    `select collection_view.raw, collection.raw
       from collection_view join collection on collection.id = collection_id
      where collection_view.id = ?`,
    `select form.raw from collection_view
       cross join block as form on form.id = collection_view.raw ->> '$.format.form_block_pointer.id'
      where collection_view.id = ?`,
    `select position, value, subgroup, is_hidden, total
       from collection_view_group where view_id = ? order by position`,
    `select group_position, row.block_id, block.raw
       from collection_view_row as row join block on block.id = row.block_id
      where view_id = ? order by group_position, position`
  ].map((sql) => mirror.$client.prepare<[string], unknown[]>(sql).raw())

  const readDashboard = dashboardReader(mirror)
  return (hash, viewId) => {
    for (const id of withWidgets([viewId], readDashboard)) {
      for (const statement of statements) {
        for (const row of statement.iterate(id)) hash.update(JSON.stringify(row)).update('\n')
      }
    }
  }
}

/** Reads the records of dashboards; undefined for other views. */
function dashboardReader({ $client }: Mirror): (id: string) => CollectionView | undefined {
  const statement = $client
    .prepare<[string], string>(
      `select raw from collection_view where id = ? and type = 'dashboard'`
    )
    .pluck()
  return (id) => {
    const raw = statement.get(id)
    return raw === undefined ? undefined : (JSON.parse(raw) as CollectionView)
  }
}

interface BlockText {
  block: Block
  text: string
}

/** Returns the texts of a page's blocks, without titles that links have copied from covered pages. */
function blockTexts(
  ordered: ContainedBlock[],
  { nameOf, targets }: { nameOf: NameOf; targets: HiddenTargets | undefined }
): BlockText[] {
  const [page, ...others] = ordered
  const blocks = others.filter((item) => !isPage(item)).map((item) => JSON.parse(item.raw) as Block)
  // A row's values come last: the page's own text describes it better.
  if (page) blocks.push(withoutTitle(JSON.parse(page.raw) as Block))
  const bare = targets ? blocks.map((block) => withoutLinkTexts(block, targets)) : blocks
  return bare.map((block) => ({ block, text: blockText(block, nameOf) }))
}

function textOf(texts: BlockText[]): string {
  return texts
    .map(({ text }) => text)
    .filter(Boolean)
    .join('\n')
}

const headingTypes = new Set(['header', 'sub_header', 'sub_sub_header', 'header_4'])

/** Returns the HTML ids of a page's headings. Covered headings count too, as in the rendered page. */
function anchorsOf(ordered: ContainedBlock[]): ReturnType<typeof headingAnchors> {
  const headings = ordered.filter(({ type }) => headingTypes.has(type))
  return headingAnchors(headings.map(({ raw }) => JSON.parse(raw) as Block))
}

/** Splits a page's text at its headings; a row's values belong to the section before the first. */
function textSections(
  texts: BlockText[],
  anchors: ReturnType<typeof headingAnchors>
): TextSection[] {
  const lead = { heading: '', anchor: null, lines: [] as string[] }
  const sections: { heading: string; anchor: string | null; lines: string[] }[] = [lead]
  for (const { block, text } of texts) {
    if (headingTypes.has(block.type)) {
      sections.push({
        heading: text,
        anchor: anchors.get(block.id)?.id ?? undashId(block.id),
        lines: []
      })
    } else {
      const section = isPage(block) ? lead : sections.at(-1)
      if (text) section?.lines.push(text)
    }
  }
  return sections.map(({ heading, anchor, lines }) => ({ heading, anchor, text: lines.join('\n') }))
}

/** Drops checkboxes from the search text: their value is `Yes` or `No` in every language. */
function withoutCheckboxes(
  { block, text }: BlockText,
  checkboxes: string[],
  nameOf: NameOf
): BlockText {
  if (checkboxes.length === 0) return { block, text }
  const values = Object.entries(block.properties ?? {}).filter(([id]) => !checkboxes.includes(id))
  const searchable = { ...block, properties: Object.fromEntries(values) } as Block
  return { block, text: blockText(searchable, nameOf) }
}

function withoutTitle(page: Block): Block {
  return { ...page, properties: { ...page.properties, title: undefined } }
}
