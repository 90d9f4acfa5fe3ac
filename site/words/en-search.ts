/** Words of the search: its dialog and its page. In those with `…` scripts put the query or the number. */
export const searchWords = {
  pages: 'Pages found: …',
  none: 'Nothing was found for “…”.',
  mean: 'Did you mean “…”?',
  recent: 'Opened lately',
  suggested: 'Where to begin',
  failed: 'The search cannot answer at the moment. Press Enter to try it as a page.',
  results: 'Pages found',
  close: 'Close the search',
  tryOthers: 'Fewer or other words may find it, or the people who know:',
  tryFewer: 'Fewer or other words may find it.',
  askInChat: 'ask in the chat',
  keys: { choose: 'choose', open: 'open', beside: 'in a new tab', close: 'close' },
  isCut: 'The query is longer than what is looked for: only its first 8 words and 200 letters are.',
  onlyIn: 'Only in',
  onlyWith: 'Only with',
  everywhere: (name: string) => `not only ${name}`
}
