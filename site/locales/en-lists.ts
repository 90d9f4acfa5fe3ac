/** Messages of the lists of pages and tags. */
export const listMessages = {
  allPages: 'All pages',
  recentChanges: 'Recent changes',
  tags: 'Tags',
  lists: 'Lists of pages',
  letters: 'Letters',
  signs: '0–9 and symbols',
  parts: 'Parts of this list',
  previous: 'Previous',
  next: 'Next',
  newPage: 'New',
  changedPage: 'Changed',
  noTags: 'No row has a tag yet.',
  noRows: 'No page has this tag.',
  aboutAllPages: (site: string, count: string) => `${count} of ${site}, from A to Z.`,
  aboutChanges: (site: string) => `New and changed pages of ${site}, by day.`,
  aboutTags: (site: string) => `The tags of the pages of ${site}, and how many pages have each.`,
  /** Description of a tag page: its number of pages, and some titles. */
  aboutTag: (tag: string, count: string, titles: string) => `${tag}: ${count}, such as ${titles}`,
  plainPages: 'Pages',
  asMarkdown: 'Add `.md` to the address of a page to read it as Markdown.',
  feed: 'Feed of changes',
  everyAddress: 'Every address',
  asDatabase: 'The wiki as SQLite',
  lastSync: 'The wiki was last compared with its workspace on',
  pages: (count: string, isOne: boolean) => (isOne ? `${count} page` : `${count} pages`),
  range: (range: { from: string; to: string; total: string; isMore: boolean }) =>
    `${range.from}–${range.to} of ${range.isMore ? 'more than ' : ''}${range.total}`
}
