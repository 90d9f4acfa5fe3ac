/** Which pages a generated workspace has, and what stands where. All pages by key. */
export interface WorkspacePlan {
  /** Pages that are no rows, nearest to the root first; the first one is the root. */
  plain: PlainPage[]
  collections: PlannedCollection[]
}

export interface PlainPage {
  key: string
  childKeys: string[]
  /** Numbers of the collections that stand on it. */
  collections: number[]
  /** Numbers of the collections of which it shows a view. */
  linked: number[]
}

interface PlannedCollection {
  key: string
  /** Whether it is a page of its own, else it stands on one. */
  isPage: boolean
  rows: { key: string; subPageKeys: string[] }[]
}

const PAGES_PER_COLLECTION = 50
const ROW_SHARE = 0.4
const ROW_SUB_PAGE_SHARE = 0.05
/** Sub-pages of a page. */
const BRANCHES = 8
/** The largest collection has this share of all rows; the others share the rest. */
const LARGEST_SHARE = 0.3

/** Divides a number of pages into rows, pages of collections, sub-pages of rows and others. */
export function planWorkspace(pages: number): WorkspacePlan {
  const rows = Math.round(pages * ROW_SHARE)
  const subPages = Math.round(pages * ROW_SUB_PAGE_SHARE)
  const count = Math.max(1, Math.round(pages / PAGES_PER_COLLECTION))
  const collections = planCollections(rows, count)
  const ofCollections = collections.filter(({ isPage }) => isPage).length
  const allRows = collections.flatMap((collection) => collection.rows)
  for (let number = 0; number < subPages; number++) {
    allRows[(number * 7) % allRows.length]?.subPageKeys.push(`sub-page ${number}`)
  }
  return { plain: planPages(pages - rows - subPages - ofCollections, count), collections }
}

function planCollections(rows: number, count: number): PlannedCollection[] {
  const collections = Array.from({ length: count }, (_, number): PlannedCollection => ({
    key: `collection ${number}`,
    isPage: number % 2 === 1,
    rows: []
  }))
  for (let number = 0; number < rows; number++) {
    const isInLargest = number < rows * LARGEST_SHARE || count === 1
    const home = isInLargest ? 0 : 1 + (number % (count - 1))
    collections[home]?.rows.push({ key: `row ${number}`, subPageKeys: [] })
  }
  return collections
}

function planPages(count: number, collections: number): PlainPage[] {
  const plain = Array.from({ length: count }, (_, number): PlainPage => ({
    key: pageKey(number),
    childKeys: Array.from({ length: BRANCHES }, (__, child) => number * BRANCHES + child + 1)
      .filter((child) => child < count)
      .map(pageKey),
    collections: [],
    linked: []
  }))
  for (let number = 0; number < collections; number++) {
    plain[(number * 5) % count]?.collections.push(number)
    if (number % 5 === 2) plain[(number * 5 + 3) % count]?.linked.push(number)
  }
  return plain
}

function pageKey(number: number): string {
  return `page ${number}`
}
