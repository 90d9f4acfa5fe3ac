/**
 * The columns of a result as keys of an object: the second of two with the same name is `name_2`, or has the
 * next number that no column has.
 */
export function distinctColumns(columns: string[]): string[] {
  const taken = new Set(columns)
  const seen = new Set<string>()
  return columns.map((column) => {
    if (!seen.has(column)) {
      seen.add(column)
      return column
    }
    let number = 2
    while (taken.has(`${column}_${number}`)) number++
    taken.add(`${column}_${number}`)
    return `${column}_${number}`
  })
}
