import { titleToSlug } from '../../addresses/slug.ts'

/** Numbers of pages up to which a site has a list of names, and headings in it. */
export interface NameLimits {
  maxPages: number
  maxPagesWithHeadings: number
}

export const nameLimits: NameLimits = { maxPages: 10_000, maxPagesWithHeadings: 2000 }

/** What a page is found by, and what a result shows of it. */
export interface PageNames {
  /** A path of the site. */
  path: string
  title: string
  /** An emoji, or the path of a picture on the site. */
  icon: string | null
  /** The index of its parent page in the list. */
  parent: number | undefined
  aliases: string[]
  headings: NamedHeading[]
}

interface NamedHeading {
  text: string
  /** Its fragment in the URL of the page. */
  anchor: string | null
}

/**
 * The names of all pages as they are stored and sent: a list for each field, with one entry for a
 * page. A path or an anchor that can be computed from the text is 0.
 */
export interface NameList {
  titles: string[]
  paths: (string | 0)[]
  /** 0 for none. */
  icons: (string | 0)[]
  /** How many entries before the page its parent is; 0 for none. */
  parents: number[]
  aliases: string[][]
  headings: string[][]
  /** The anchors of the headings, null for none; an empty list if all of them follow from the texts. */
  anchors: (string | 0 | null)[][]
}

/** Packs the names of pages; parents refer to the indexes of `pages`. */
export function packNames(pages: PageNames[]): NameList {
  return {
    titles: pages.map(({ title }) => title),
    paths: pages.map(({ path, title }) => (path === pathOf(title) ? 0 : path)),
    icons: pages.map(({ icon }) => icon ?? 0),
    parents: pages.map(({ parent }, index) => (parent === undefined ? 0 : index - parent)),
    aliases: pages.map(({ aliases }) => aliases),
    headings: pages.map(({ headings }) => headings.map(({ text }) => text)),
    anchors: pages.map(({ headings }) => packAnchors(headings))
  }
}

/** Whether the anchor of a heading follows from its text. */
export function isPlainAnchor({ text, anchor }: NamedHeading): boolean {
  return anchor === titleToSlug(text)
}

function packAnchors(headings: NamedHeading[]): NameList['anchors'][number] {
  if (headings.every(isPlainAnchor)) return []
  return headings.map((heading) => (isPlainAnchor(heading) ? 0 : heading.anchor))
}

/** The number of pages in a list. */
export function pageCount({ titles }: NameList): number {
  return titles.length
}

/** Unpacks one page of a list. */
export function unpackNames(list: NameList, index: number): PageNames {
  const title = list.titles[index] ?? ''
  const distance = list.parents[index] ?? 0
  const anchors = list.anchors[index] ?? []
  return {
    path: pathAt(list, index),
    title,
    icon: list.icons[index] || null,
    parent: distance === 0 ? undefined : index - distance,
    aliases: list.aliases[index] ?? [],
    headings: (list.headings[index] ?? []).map((text, at) => ({
      text,
      anchor: anchors[at] === undefined || anchors[at] === 0 ? titleToSlug(text) : anchors[at]
    }))
  }
}

/** The path of one page of a list. */
export function pathAt({ paths, titles }: NameList, index: number): string {
  return paths[index] || pathOf(titles[index] ?? '')
}

function pathOf(title: string): string {
  return `/${titleToSlug(title)}`
}
