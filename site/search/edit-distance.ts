/**
 * How many letters must be added, left out, replaced or swapped with their neighbour to make one
 * word of the other (optimal string alignment); `limit + 1` stands for any number above `limit`.
 */
export function editDistance(from: string, to: string, limit: number): number {
  if (Math.abs(from.length - to.length) > limit) return limit + 1
  let before: number[] = []
  let above = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let row = 1; row <= from.length; row++) {
    const line = [row]
    for (let column = 1; column <= to.length; column++) {
      line.push(cheapest({ from, to, row, column, line, above, before }))
    }
    if (Math.min(...line) > limit) return limit + 1
    before = above
    above = line
  }
  return Math.min(above[to.length] ?? 0, limit + 1)
}

interface Step {
  from: string
  to: string
  row: number
  column: number
  line: number[]
  above: number[]
  before: number[]
}

function cheapest({ from, to, row, column, line, above, before }: Step): number {
  const [a, b] = [from[row - 1], to[column - 1]]
  const replaced = at(above, column - 1) + (a === b ? 0 : 1)
  const found = Math.min(replaced, at(above, column) + 1, at(line, column - 1) + 1)
  const isSwapped = row > 1 && column > 1 && a === to[column - 2] && b === from[row - 2]
  return isSwapped ? Math.min(found, at(before, column - 2) + 1) : found
}

function at(line: number[], index: number): number {
  return line[index] ?? Infinity
}
