/** A part of a file: both ends are within it. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * Which bytes a `Range` header asks for. Undefined for what may be answered with the whole: no
 * header, other units, several ranges; `unsatisfiable` when no byte of the file is in the range.
 */
export function readRange(
  header: string | undefined,
  size: number
): ByteRange | 'unsatisfiable' | undefined {
  const [, first, last] = /^bytes *= *(\d*) *- *(\d*)$/i.exec(header?.trim() ?? '') ?? []
  if (first === undefined || last === undefined || first + last === '') return undefined
  if (first !== '' && last !== '' && Number(first) > Number(last)) return undefined
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return start <= end ? { start, end } : 'unsatisfiable'
}
