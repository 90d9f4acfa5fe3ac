/** 0 for no numbers. */
export function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

/** The middle number, or the mean of the two in the middle; NaN for no numbers. */
export function median(numbers: number[]): number {
  const ordered = numbers.toSorted((a, b) => a - b)
  const middle = ordered.slice(
    Math.ceil(ordered.length / 2) - 1,
    Math.floor(ordered.length / 2) + 1
  )
  return sum(middle) / middle.length
}
