/** Returns names of mentioned pages, users and external objects. */
export type NameOf = (id: string) => string | undefined

/** A text that must be on the page. */
export interface ExpectedText {
  text: string
  /** Kinds of its marks. */
  marks: string[]
}

/** The texts of a rich text, segment by segment. Independent of the site's own reader. */
export function expectedTexts(value: unknown, nameOf: NameOf): ExpectedText[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((part: unknown): ExpectedText[] => {
    if (!Array.isArray(part) || typeof part[0] !== 'string') return []
    const marks = markList(part[1])
    const codes = marks.map(([code]) => code)
    // Only suggested: a sync leaves it out.
    if (codes.includes('si')) return []
    return shownTexts(part[0], marks, nameOf).map((text) => ({ text, marks: codes }))
  })
}

type Mark = [code: string, argument: unknown]

function markList(value: unknown): Mark[] {
  if (!Array.isArray(value)) return []
  return (
    value
      .filter((mark): mark is unknown[] => Array.isArray(mark) && typeof mark[0] === 'string')
      // Old records wrap a mention once more.
      .map(([code, argument]) =>
        code === '‣' && Array.isArray(argument)
          ? [String(argument[0]), argument[1]]
          : [String(code), argument]
      )
  )
}

function shownTexts(text: string, marks: Mark[], nameOf: NameOf): string[] {
  const [code, argument] = marks.find(([each]) => /^(p|u|d|e|lm|eoi|ce|tv)$/.test(each)) ?? []
  if (code === undefined) return [text]
  // A mention may have its own text, used if its target is missing.
  const own = text === '‣' || text === '⁍' ? [] : [text]
  switch (code) {
    case 'e':
      return [String(argument)]
    case 'd':
      return dateTexts(argument)
    case 'lm':
      return fieldsOf(argument, ['title', 'href']).slice(0, 1)
    case 'p':
    case 'u':
    case 'eoi':
      return typeof argument === 'string' ? [nameOf(argument) ?? own[0] ?? ''] : own
    case 'ce':
      // The record has no name for it; the page shows a generic name.
      return [own[0] ?? 'emoji']
    default:
      return own
  }
}

/** Years occur in dates in every language and format. */
function dateTexts(argument: unknown): string[] {
  return fieldsOf(argument, ['start_date', 'end_date'])
    .flatMap((day) => {
      const year = /^\d{4}/.exec(day)?.[0]
      return year === undefined ? [] : [String(Number(year))]
    })
    .slice(0, 1)
}

function fieldsOf(value: unknown, names: string[]): string[] {
  if (typeof value !== 'object' || value === null) return []
  const fields = value as Record<string, unknown>
  return names
    .map((name) => fields[name])
    .filter((field): field is string => typeof field === 'string' && field !== '')
}
