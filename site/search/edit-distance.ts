/**
 * Words sorted by code unit, and for each word the length of the prefix it shares with the word
 * before.
 */
interface SortedWords {
  words: readonly string[]
  prefixLengths: Uint8Array
}

/** A similar word, by its index in the list. */
interface NearWord {
  index: number
  distance: number
}

/**
 * All words of a list with an edit distance of at most `limit` to `word`: the number of insertions,
 * deletions, substitutions and swaps of neighbouring characters (optimal string alignment). Words
 * with a common prefix share the rows of the distance table. Once a row exceeds the limit, all words
 * with that prefix are skipped.
 */
export function nearWords(
  word: string,
  limit: number,
  { words, prefixLengths }: SortedWords
): NearWord[] {
  const found: NearWord[] = []
  const maxLength = word.length + limit
  const table = new DistanceTable(word, limit)
  for (let index = 0; index < words.length;) {
    const other = words[index] ?? ''
    // Rows of the prefix shared with the word before are already computed.
    let length = Math.min(prefixLengths[index] ?? 0, table.depth)
    table.depth = length
    let isNear = true
    const end = Math.min(other.length, maxLength)
    while (isNear && length < end) {
      isNear = table.add(other, length)
      length++
    }
    if (isNear && other.length <= maxLength) {
      const distance = table.last()
      if (distance <= limit) found.push({ index, distance })
    }
    index++
    // Skip the words that share the prefix that is too far or too long.
    const isOver = !isNear || length === maxLength
    if (isOver) while (index < words.length && (prefixLengths[index] ?? 0) >= length) index++
  }
  return found
}

/** The distance table of two words' prefixes: one row for each character of the other word. */
class DistanceTable {
  /** Number of computed rows. */
  depth = 0
  readonly #word: string
  readonly #limit: number
  readonly #width: number
  readonly #cells: Uint16Array

  constructor(word: string, limit: number) {
    this.#word = word
    this.#limit = limit
    this.#width = word.length + 1
    this.#cells = new Uint16Array((word.length + limit + 1) * this.#width)
    for (let column = 0; column < this.#width; column++) this.#cells[column] = column
  }

  /** Adds the row of a character; returns whether any cell is within the limit. */
  add(other: string, index: number): boolean {
    const [cells, width, word] = [this.#cells, this.#width, this.#word]
    const above = this.#limit + 1
    const row = index + 1
    const [rowStart, back, twoBack] = [row * width, index * width, (index - 1) * width]
    const letter = other.charCodeAt(index)
    const before = other.charCodeAt(index - 1)
    const first = Math.max(1, row - this.#limit)
    const end = Math.min(width - 1, row + this.#limit)
    let left = first === 1 ? row : above
    let least = left
    cells[rowStart + first - 1] = left
    for (let column = first; column <= end; column++) {
      const own = word.charCodeAt(column - 1)
      // The previous row ends one cell earlier.
      const upper = column === row + this.#limit ? above : (cells[back + column] ?? 0)
      const diagonal = cells[back + column - 1] ?? 0
      left = Math.min(diagonal + (letter === own ? 0 : 1), upper + 1, left + 1)
      if (index > 0 && column > 1 && own === before && word.charCodeAt(column - 2) === letter) {
        left = Math.min(left, (cells[twoBack + column - 2] ?? 0) + 1)
      }
      if (left < least) least = left
      cells[rowStart + column] = left
    }
    this.depth = row
    return least <= this.#limit
  }

  /** The distance of the word to the characters added so far. */
  last(): number {
    const isWithin = this.depth + this.#limit >= this.#width - 1
    return isWithin ? (this.#cells[this.depth * this.#width + this.#width - 1] ?? 0) : Infinity
  }
}
