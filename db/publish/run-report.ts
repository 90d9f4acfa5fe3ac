/** Key of a shortened report: `report` for one without titles, `counts` for numbers alone. */
const KEY = 'shortened_to'

type Report = Record<string, unknown>

/**
 * Returns a run's report as it is kept once a newer run is there, as JSON; undefined when it is short
 * already. In counts, a list becomes the number of its entries.
 */
export function shortenReport(account: string, isFullKept: boolean): string | undefined {
  const report: unknown = JSON.parse(account)
  // Not written by fansite.
  if (!isReport(report)) return JSON.stringify({ [KEY]: 'counts' })
  const kept = isFullKept ? 'report' : 'counts'
  if (report[KEY] === kept || report[KEY] === 'counts') return undefined
  const short = isFullKept ? withoutTitles(report) : (counted(report) as Report)
  return JSON.stringify({ ...short, [KEY]: kept })
}

function isReport(value: unknown): value is Report {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A page that an earlier run named by its title may be private now. */
function withoutTitles(report: Report): Report {
  const json = JSON.stringify(report, (key, value: unknown) => (key === 'title' ? null : value))
  return JSON.parse(json) as Report
}

function counted(value: unknown): unknown {
  if (Array.isArray(value)) return value.length
  if (!isReport(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, counted(each)]))
}
