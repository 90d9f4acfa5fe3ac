import { blockWords } from './block-words.ts'
import { htmlText, mainOf, normal } from './html-text.ts'
import type { MirrorRecords, RawBlock } from './mirror-records.ts'
import type { Words } from './rich-text-words.ts'

/** A block with the words that have to be on its page, and those that are not. */
export interface ComparedBlock {
  block: RawBlock
  words: Words[]
  missing: Words[]
}

/** Looks for the words of every block of a page in its HTML, one behind the other as they are read. */
export function comparePage(records: MirrorRecords, pageId: string, html: string): ComparedBlock[] {
  const text = htmlText(mainOf(html))
  let cursor = 0
  return records.shownOn(pageId).map((block) => {
    const words = blockWords(records, block)
    const missing = words.filter((each) => {
      const sought = normal(each.text)
      if (sought === '') return false
      const found = text.indexOf(sought, cursor)
      if (found === -1) return true
      cursor = found + sought.length
      return false
    })
    return { block, words, missing }
  })
}

/** How many characters are to be read. */
export function lengthOf(words: Words[]): number {
  return words.reduce((sum, { text }) => sum + normal(text).length, 0)
}
