/** The pages of a generated workspace and their structure, by key. */
export interface WorkspacePlan {
  /** Pages that are not rows, by distance from the root, which comes first. */
  plain: PlainPage[]
  collections: PlannedCollection[]
}

export interface PlainPage {
  key: string
  childKeys: string[]
  /** Indexes of the collections that the page contains. */
  collections: number[]
  /** Indexes of the collections of which the page has a linked view. */
  linked: number[]
}

interface PlannedCollection {
  key: string
  /** Whether the database is a full page; otherwise it is within a page. */
  isPage: boolean
  rows: { key: string; subPageKeys: string[] }[]
}

const PAGES_PER_COLLECTION = 50
const ROW_SHARE = 0.4
const ROW_SUB_PAGE_SHARE = 0.05
/** Sub-pages of a page. */
const BRANCHES = 8
/** Share of all rows in the largest collection; the others share the rest. */
const LARGEST_SHARE = 0.3

/** Divides the pages into rows, database pages, sub-pages of rows and other pages. */
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
