/** A place where content is left out, and why: it repeats itself, nests too deep, or is too much. */
export interface Cut {
  blockId: string
  reason: 'cycle' | 'depth' | 'size' | 'text'
}
