import { perPublication } from '../publication/per-publication.ts'
import type { PublishedSite } from '../publication/published-site.ts'
import { sitePages, siteTags } from '../publication/site-index.ts'
import { tagAddress } from '../../site/addresses/tag-path.ts'
import { Vocabulary } from '../../site/search/vocabulary.ts'

/** Characters of a path that are compared. */
const MAX_LENGTH = 200

/** A link to a page or a tag. */
interface Link {
  id: string
  path: string
  title: string
}

const pagesByPath = perPublication((site) => {
  return byText(sitePages(site).map((page) => [page.path, page]))
})

/** Pages with similar paths, the most similar first. */
export function similarPages(site: PublishedSite, path: string, limit: number): Link[] {
  return similar(pagesByPath(site), path, limit)
}

const tagsByPath = perPublication((site) => {
  // Options that only covered rows have are not suggested.
  const tags = siteTags(site).filter(({ rows, chapters }) => rows > 0 && !chapters)
  return byText(
    tags.map((tag) => {
      const path = tagAddress(tag)
      return [
        decodeURIComponent(path),
        { id: path, path, title: `${tag.option} · ${tag.property}` }
      ]
    })
  )
})

/** Tags with rows and with similar addresses, as links. */
export function similarTags(site: PublishedSite, path: string, limit: number): Link[] {
  return similar(tagsByPath(site), path, limit)
}

interface LinksByText {
  links: Map<string, Link>
  texts: Vocabulary
}

function byText(links: [path: string, link: Link][]): LinksByText {
  const known = new Map(links.map(([path, link]) => [textOf(path), link]))
  return { links: known, texts: new Vocabulary([...known.keys()].map((text) => [text, 0])) }
}

function similar({ links, texts }: LinksByText, path: string, limit: number): Link[] {
  return texts.similar(textOf(path), limit).flatMap((text) => links.get(text) ?? [])
}

function textOf(path: string): string {
  return path
    .toLowerCase()
    .replaceAll(/^\/|\/$/g, '')
    .slice(0, MAX_LENGTH)
}
