import type { BlockContent } from 'mdast'
import type { Block, Collection, CollectionView } from 'notion-types'
import { getBlockValue } from 'notion-utils'

import { keys } from '../../db/changes/change-keys.ts'
import { noteRead } from '../../db/changes/record-reads.ts'
import { readPage } from '../../db/page/read-page.ts'
import { ids, isPage } from '../../site/notion/blocks/block-references.ts'
import type { PageModel } from '../../site/pages/page-model.ts'
import { isAddress } from '../../site/notion/files/file-sources.ts'
import { anchorTag } from './text/anchor.ts'
import type { BlockScope } from './block-scope.ts'
import { linked, markdownText } from './text/markdown-text.ts'
import { collectionViews } from './collection-views.ts'
import { computedProblems } from './values/computed-value.ts'
import { externalObject } from '../../site/notion/blocks/external-object.ts'
import { type Yaml, frontMatter } from './values/front-matter.ts'
import { type MarkdownScope, linksFrom } from './markdown-scope.ts'
import { titleText } from './page-link.ts'
import { isoTime, propertyValue, strayValues } from './values/property-value.ts'
import { propertyNames } from './values/property-names.ts'
import { contentWriter } from './content-writer.ts'

/**
 * A page as a Markdown document with front matter; `file` is the path of the document. Throws if
 * the mirror has no such page.
 */
export function pageDocument(scope: MarkdownScope, pageId: string, file: string): string {
  const page = readPage(scope.mirror, pageId)
  const blocks = page && blocksOf(page)
  const block = blocks?.get(pageId)
  // `readPage` notes the links to the page's own blocks only.
  if (blocks && showsOtherPages(blocks)) noteRead(keys.anchors)
  if (!page || !blocks || !block) throw new Error(`page ${pageId} has no record in the mirror`)

  const matter = frontMatter(fields({ page, block, file, scope }))
  const body = markdownText([
    { type: 'heading', depth: 1, children: linked(undefined, titleText(page.title)) },
    ...content(page, blocks, { file, scope })
  ])
  return `${matter}\n${body}`
}

/** Whether blocks of other pages are shown: copies of synced blocks, or blocks that another page lists too. */
function showsOtherPages(blocks: Map<string, Block>): boolean {
  const isOfOther = (id: string, parentId: string) => {
    const block = blocks.get(id)
    return block !== undefined && !isPage(block) && block.parent_id !== parentId
  }
  return [...blocks.values()].some(
    ({ id, type, content: children }) =>
      type === 'transclusion_reference' || ids(children).some((each) => isOfOther(each, id))
  )
}

function blocksOf(page: PageModel): Map<string, Block> {
  return new Map(
    Object.entries(page.recordMap.block).flatMap(([id, box]) => {
      const block = getBlockValue<Block>(box)
      return block ? [[id, block] as const] : []
    })
  )
}

function content(
  page: PageModel,
  blocks: Map<string, Block>,
  { file, scope }: { file: string; scope: MarkdownScope }
): BlockContent[] {
  const blockScope: BlockScope = {
    ...linksFrom(scope, file),
    externalObject: (id) => {
      const block = blocks.get(id)
      return block && externalObject(block)
    },
    publication: scope,
    file,
    blocks,
    // Missing in the type of notion-types.
    descriptionOf: (id) =>
      getBlockValue<Collection & { description?: unknown }>(page.recordMap.collection[id])
        ?.description,
    viewOf: (id) => getBlockValue<CollectionView>(page.recordMap.collection_view[id]),
    anchorOf: ({ id }) => (scope.isLinked(id) ? [anchorTag(id)] : []),
    content: contentWriter(() => blockScope)
  }
  const block = blocks.get(page.id)
  if (!block) return []
  const isDatabase = block.type === 'collection_view_page'
  return [...blockScope.content(block), ...(isDatabase ? collectionViews(block, blockScope) : [])]
}

interface Source {
  page: PageModel
  block: Block
  file: string
  scope: MarkdownScope
}

function fields({ page, block, file, scope }: Source): { [key: string]: Yaml | undefined } {
  const picture = (source: string | null) => {
    if (source === null || !isAddress(source)) return source
    return scope.linkTargets.file(source, file) ?? source
  }
  return {
    id: page.id,
    title: page.title,
    path: page.path,
    parent: page.breadcrumbs.at(-1)?.path ?? null,
    // 0 in records without a time.
    created_time: isoTime(page.createdTime || undefined),
    last_edited_time: isoTime(page.lastEditedTime || undefined),
    icon: picture(page.icon) ?? undefined,
    cover: picture(page.cover) ?? undefined,
    ...rowFields({ block, file, scope })
  }
}

/** The collection of a row and its values by property name, without empty ones. */
function rowFields(source: Omit<Source, 'page'>): { [key: string]: Yaml | undefined } {
  const { block, scope } = source
  const isRow = block.parent_table === 'collection'
  const known = isRow ? scope.propertiesOf(block.parent_id) : []
  const names = propertyNames(known)
  const values = known
    .filter(({ type }) => type !== 'title')
    .map((property): [string, Yaml] => [
      names.get(property.id) ?? property.id,
      propertyValue(property, source) as Yaml
    ])
    .filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0))
  const problems = computedProblems(known, source)
  const stray = strayValues(known, source)
  return {
    collection: isRow ? scope.collectionNameOf(block.parent_id) : undefined,
    properties: isRow ? new Map(values) : undefined,
    problems: problems.size === 0 ? undefined : problems,
    other_properties: stray.length === 0 ? undefined : new Map(stray)
  }
}
