/** Names of what texts mention: titles of pages, people, and external objects. */
export type NameOf = (id: string) => string | undefined

/** A piece of text that has to be on the page, and what it is. */
export interface Words {
  text: string
  /** Codes of the marks that it carries. */
  marks: string[]
}

/** What a reader has to find of a rich text, piece by piece; written from the records' format alone. */
export function richTextWords(value: unknown, nameOf: NameOf): Words[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((part: unknown): Words[] => {
    if (!Array.isArray(part) || typeof part[0] !== 'string') return []
    const marks = markList(part[1])
    const codes = marks.map(([code]) => code)
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
  // A mention may have words of its own, for when its target is not there.
  const own = text === '‣' || text === '⁍' ? [] : [text]
  switch (code) {
    case 'e':
      return [String(argument)]
    case 'd':
      return dateWords(argument)
    case 'lm':
      return fieldsOf(argument, ['title', 'href']).slice(0, 1)
    case 'p':
    case 'u':
    case 'eoi':
      return typeof argument === 'string' ? [nameOf(argument) ?? own[0] ?? ''] : own
    case 'ce':
      // The record tells no name for it: the picture, or what stands for it, is called what it is.
      return [own[0] ?? 'emoji']
    default:
      return own
  }
}

/** Years stand in a date in every language and in every way of writing it. */
function dateWords(argument: unknown): string[] {
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
