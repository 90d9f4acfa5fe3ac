/** A list of words in order, and how many letters each has in common with the one before it. */
interface SortedWords {
  words: readonly string[]
  common: Uint8Array
}

const NOTHING = new Uint8Array(1)

/** A word of a list, by its place, that is near to another one. */
interface NearWord {
  place: number
  distance: number
}

/**
 * How many letters must be added, left out, replaced or swapped with their neighbour to make one
 * word of the other (optimal string alignment); `limit + 1` stands for any number above `limit`.
 */
export function editDistance(from: string, to: string, limit: number): number {
  const [near] = nearWords(from, limit, { words: [to], common: NOTHING })
  return near?.distance ?? limit + 1
}

/**
 * All words of a list that are no further from one than `limit` letters, as `editDistance` counts.
 * Words that begin alike are looked at once: the line of a letter is kept for all words that share
 * what leads up to it, and where a line has no way on, all words that begin so are passed by.
 */
export function nearWords(word: string, limit: number, { words, common }: SortedWords): NearWord[] {
  const found: NearWord[] = []
  const longest = word.length + limit
  const lines = new Lines(word, limit)
  for (let place = 0; place < words.length;) {
    const other = words[place] ?? ''
    // What it shares with the word before has its lines already.
    let letters = Math.min(common[place] ?? 0, lines.depth)
    lines.depth = letters
    let isNear = true
    const most = Math.min(other.length, longest)
    while (isNear && letters < most) {
      isNear = lines.add(other, letters)
      letters++
    }
    if (isNear && other.length <= longest) {
      const distance = lines.last()
      if (distance <= limit) found.push({ place, distance })
    }
    place++
    // No word that goes on from here can be near.
    const isOver = !isNear || letters === longest
    if (isOver) while (place < words.length && (common[place] ?? 0) >= letters) place++
  }
  return found
}

/** The table of distances between the beginnings of two words, a line for each letter of one of them. */
class Lines {
  /** How many letters have their line. */
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

  /** Adds the line of a letter; returns whether any way on is within the limit. */
  add(other: string, index: number): boolean {
    const [cells, width, word] = [this.#cells, this.#width, this.#word]
    const above = this.#limit + 1
    const row = index + 1
    const [line, back, twoBack] = [row * width, index * width, (index - 1) * width]
    const letter = other.charCodeAt(index)
    const before = other.charCodeAt(index - 1)
    const first = Math.max(1, row - this.#limit)
    const end = Math.min(width - 1, row + this.#limit)
    let left = first === 1 ? row : above
    let least = left
    cells[line + first - 1] = left
    for (let column = first; column <= end; column++) {
      const own = word.charCodeAt(column - 1)
      // The line before ends one cell earlier.
      const upper = column === row + this.#limit ? above : (cells[back + column] ?? 0)
      const diagonal = cells[back + column - 1] ?? 0
      left = Math.min(diagonal + (letter === own ? 0 : 1), upper + 1, left + 1)
      if (index > 0 && column > 1 && own === before && word.charCodeAt(column - 2) === letter) {
        left = Math.min(left, (cells[twoBack + column - 2] ?? 0) + 1)
      }
      if (left < least) least = left
      cells[line + column] = left
    }
    this.depth = row
    return least <= this.#limit
  }

  /** The distance of the word to the letters so far. */
  last(): number {
    const isWithin = this.depth + this.#limit >= this.#width - 1
    return isWithin ? (this.#cells[this.depth * this.#width + this.#width - 1] ?? 0) : Infinity
  }
}
