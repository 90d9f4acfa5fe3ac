/** A number with its noun, in the plural unless it is one: `1 page`, `2,766 blocks`. */
export function counted(number: number, noun: string): string {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`
}

/** Megabytes of a million bytes, with one decimal at most: `5.2 MB`. */
export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toLocaleString('en', { maximumFractionDigits: 1 })} MB`
}
