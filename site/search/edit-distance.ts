/**
 * How many letters must be added, left out, replaced or swapped with their neighbour to make one
 * word of the other (optimal string alignment); `limit + 1` stands for any number above `limit`.
 * Looks at cells no further than `limit` from the diagonal: all others cost more.
 */
export function editDistance(from: string, to: string, limit: number): number {
  const above = limit + 1
  if (Math.abs(from.length - to.length) > limit) return above
  let [twoBack, back, line] = roomFor(to.length + 1)
  for (let column = 0; column <= to.length; column++) back[column] = column
  for (let row = 1; row <= from.length; row++) {
    const letter = from.charCodeAt(row - 1)
    const first = Math.max(1, row - limit)
    let left = first === 1 ? row : above
    let diagonal = back[first - 1] ?? 0
    let least = left
    line[first - 1] = left
    for (let column = first; column <= Math.min(to.length, row + limit); column++) {
      const other = to.charCodeAt(column - 1)
      // The line before ends one cell earlier.
      const upper = column === row + limit ? above : (back[column] ?? 0)
      left = Math.min(diagonal + (letter === other ? 0 : 1), upper + 1, left + 1)
      const isSwapped = letter === to.charCodeAt(column - 2) && other === from.charCodeAt(row - 2)
      if (isSwapped) left = Math.min(left, (twoBack[column - 2] ?? 0) + 1)
      least = Math.min(least, left)
      line[column] = left
      diagonal = upper
    }
    if (least > limit) return above
    ;[twoBack, back, line] = [back, line, twoBack]
  }
  return Math.min(back[to.length] ?? 0, above)
}

type Line = Uint16Array

/** Kept between calls: a misspelt word is compared with thousands of others. */
let lines: [Line, Line, Line] = [new Uint16Array(), new Uint16Array(), new Uint16Array()]

function roomFor(columns: number): [Line, Line, Line] {
  if (lines[0].length < columns) {
    lines = [new Uint16Array(columns), new Uint16Array(columns), new Uint16Array(columns)]
  }
  return lines
}
