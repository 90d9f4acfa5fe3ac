/**
 * Names of which no two are the same: a name that was there before gets the next number, from 2, with which
 * no name is the same. `numbered` adds it.
 */
export function distinctNames(
  names: string[],
  numbered: (name: string, number: number) => string
): string[] {
  const taken = new Set(names)
  const seen = new Set<string>()
  return names.map((name) => {
    if (!seen.has(name)) {
      seen.add(name)
      return name
    }
    let number = 2
    while (taken.has(numbered(name, number))) number++
    taken.add(numbered(name, number))
    return numbered(name, number)
  })
}

/** The columns of a result as keys of an object: the second of two with the same name is `name_2`. */
export function distinctColumns(columns: string[]): string[] {
  return distinctNames(columns, (name, number) => `${name}_${number}`)
}
