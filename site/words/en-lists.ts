/** Words of the lists of pages and tags. */
export const listWords = {
  allPages: 'All pages',
  recentChanges: 'Recent changes',
  tags: 'Tags',
  lists: 'Lists of pages',
  letters: 'Letters',
  signs: '0–9 and signs',
  parts: 'Parts of this list',
  previous: 'Previous',
  next: 'Next',
  newPage: 'New',
  changedPage: 'Changed',
  noTags: 'No row has a tag yet.',
  noRows: 'No page has this tag.',
  lastSync: 'The wiki was last compared with its workspace on',
  pages: (count: string, isOne: boolean) => (isOne ? `${count} page` : `${count} pages`),
  range: (from: string, to: string, total: string) => `${from}–${to} of ${total}`
}
