/** The index of the first of sorted words that is equal to this one or greater. */
export function firstFrom(word: string, words: readonly string[]): number {
  let [low, high] = [0, words.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((words[middle] ?? '') < word) low = middle + 1
    else high = middle
  }
  return low
}
