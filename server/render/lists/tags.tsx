import { type Tag, readTaggedPages } from '../../../db/lists/read-tags.ts'
import { parseTagPath, tagAddress } from '../../../site/addresses/tag-path.ts'
import { earliestChapter } from '../../../site/spoilers/chapter-order.ts'
import { TagPage, type TagView } from '../../../web/pages/lists/TagPage.tsx'
import { type TagGroup, TagsPage } from '../../../web/pages/lists/TagsPage.tsx'
import { perPublication } from '../../publication/per-publication.ts'
import type { PublishedSite } from '../../publication/published-site.ts'
import { coveredCollections, siteTags } from '../../publication/site-index.ts'
import type { RenderContext } from '../site-shell.ts'
import { listShell } from './list-shell.ts'
import { renderDocument } from '../document/render-document.ts'
import { withinList } from '../../../site/pages/list-parts.ts'

/** Rows on one page of a tag. */
const SIZE = 200

/** The HTML of `/tags`: the options of all select, multi-select and status properties. */
export function renderTags(context: RenderContext): string {
  const groups = tagGroups(context.site)
  return renderDocument(<TagsPage shell={listShell(context, '/tags')} groups={groups} />)
}

/** The HTML of a tag: the rows with an option, `SIZE` of them after the first `skipped`. */
export function renderTag(context: RenderContext, tag: Tag, skipped: number): string {
  const { mirror } = context.site.served()
  const range = { size: SIZE, total: tag.rows }
  const from = withinList(skipped, range)
  const pages = readTaggedPages(mirror, tag, { from, limit: SIZE })
  return renderDocument(
    <TagPage
      shell={listShell(context)}
      tag={viewOf(context.site, tag)}
      placeSpoiler={placeSpoiler(context.site, tag)}
      pages={pages}
      part={{ from, ...range }}
    />
  )
}

/** The tag that decoded path segments below `/tags/` name. */
export function findTag(site: PublishedSite, segments: string[]): Tag | undefined {
  const named = parseTagPath(segments)
  return named && tagsByKey(site).get(keyOf({ ...named, digits: named.collectionDigits }))
}

const tagsByKey = perPublication(
  (site) => new Map(siteTags(site).map((tag) => [keyOf({ ...tag, digits: tag.collectionId }), tag]))
)

/** Compares names in NFC: composed and decomposed characters look the same. */
function keyOf(tag: { digits: string; propertySlug: string; option: string }): string {
  const { digits, propertySlug, option } = tag
  return JSON.stringify([
    digits.slice(0, 8),
    propertySlug.normalize('NFC'),
    option.normalize('NFC')
  ])
}

/** The options of the property that marks rows are names of chapters. */
function viewOf(site: PublishedSite, tag: Tag): TagView {
  const { spoilers } = site.config
  const isCovered = spoilers !== null && tag.property !== spoilers.property
  const spoiler = isCovered ? earliestChapter(tag.chapters ?? [], spoilers) : undefined
  return { ...tag, href: tagAddress(tag), spoiler }
}

/** The chapter of the collection that a tag is one of, if its name is covered. */
function placeSpoiler(site: PublishedSite, { collectionId }: Tag): string | undefined {
  return coveredCollections(site, [collectionId]).get(collectionId)
}

const tagGroups = perPublication((site): TagGroup[] => {
  const groups = new Map<string, TagGroup>()
  for (const tag of siteTags(site)) {
    if (tag.rows === 0) continue
    const key = `${tag.collectionId} ${tag.propertyId}`
    const group = groups.get(key) ?? { ...tag, key, tags: [], spoiler: placeSpoiler(site, tag) }
    group.tags.push(viewOf(site, tag))
    groups.set(key, group)
  }
  return [...groups.values()]
})
