const computed = 'its values are computed after the marks are read'
const ofRecord = 'every row has a value of it'
const names = 'its values are names, which are read after the marks'

const causes = new Map([
  ['formula', computed],
  ['rollup', computed],
  ['created_by', ofRecord],
  ['created_time', ofRecord],
  ['last_edited_by', ofRecord],
  ['last_edited_time', ofRecord],
  ['person', names],
  ['relation', names],
  ['button', 'it has no values']
])

/** Why a property of a type marks no row as a spoiler (`spoilerChapter`); undefined if it can. */
export function uselessMark(type: string): string | undefined {
  return causes.get(type)
}
