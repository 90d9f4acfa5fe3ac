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

/** Messages of the page that runs SQL; its script gets them as JSON, so none is a function. */
export const queryMessages = {
  title: 'SQL',
  tables: 'Tables and views',
  about:
    'Statements run in your browser. It fetches only the parts of the database that a statement reads. Nothing can be changed.',
  needsScript: 'SQL runs in your browser, so this page needs JavaScript.',
  withoutScript: 'Without it you can browse:',
  statement: 'SQL statement',
  hint: 'Ctrl+Enter (Cmd+Enter on a Mac) runs the statement. Tab leaves the editor.',
  run: 'Run',
  cancel: 'Cancel',
  running: 'Running …',
  cancelled: 'The statement was cancelled.',
  result: 'Result',
  rows: 'Rows',
  fetched: 'Fetched',
  pages: 'Database pages',
  requests: 'Requests',
  seconds: 's',
  more: 'The first … rows are shown',
  save: 'All rows as',
  /** Before the fetched bytes, before the size of the file, and after it. */
  ask: [
    'The statement has fetched ',
    ' and is not done. It may fetch up to the whole database, ',
    '. Continue?'
  ] as readonly string[],
  goOn: 'Continue',
  mean: 'Did you mean “…”?',
  newer: 'The wiki has been published again since.',
  useNewer: 'Use the new database',
  faults: {
    offline: 'The database cannot be reached. Check the connection and run the statement again.',
    gone: 'This database is not offered any more.',
    notReady: 'The server prepares the database. Run the statement again in a moment.',
    refused: 'The server does not send the database.',
    changed: 'Another database is at this address now. Load the page again.',
    ranges: 'The server sends no parts of files, and the database is too large to fetch it whole.',
    noDatabase: 'The file is not an SQLite database.',
    notSent: 'The server does not send SQLite. Load the page again.',
    notStarted: 'This browser cannot start SQLite. It needs WebAssembly and enough memory.'
  }
}

export type QueryMessages = typeof queryMessages
