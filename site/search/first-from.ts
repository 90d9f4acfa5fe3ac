/** The index of the first of sorted items, from an index on, that is equal to this one or greater. */
export function firstFrom<Item extends string | number>(
  item: Item,
  items: ArrayLike<Item>,
  from = 0
): number {
  let [low, high] = [from, items.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((items[middle] as Item) < item) low = middle + 1
    else high = middle
  }
  return low
}
