/** Messages of the search dialog and page. Scripts replace `…` with the query or the number. */
export const searchMessages = {
  pages: 'Pages found: …',
  morePages: 'More than … pages found',
  allPages: 'All … pages',
  none: 'Nothing was found for “…”.',
  mean: 'Did you mean “…”?',
  recent: 'Opened lately',
  suggested: 'Where to begin',
  slow: 'Still searching',
  failed: 'The search is unavailable. Press Enter to open the results page.',
  namesOnly: 'The search cannot be reached: only names of pages are found.',
  again: 'Try again',
  results: 'Pages found',
  close: 'Close the search',
  tryFewer: 'Try fewer or other words.',
  orAsk: 'Somebody may know:',
  askInChat: 'ask in the chat',
  askOn: (place: string) => `ask on ${place}`,
  keys: { choose: 'choose', open: 'open', beside: 'in a new tab', close: 'close' },
  isCut: 'The query is too long; only its beginning was searched for.',
  onlyIn: 'Only in',
  onlyWith: 'Only with',
  /** `name` is empty if no result contains it. */
  everywhere: (name: string) => (name ? `Remove the filter “${name}”` : 'Remove the filter')
}
