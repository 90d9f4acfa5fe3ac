import { blockWords } from './block-words.ts'
import { htmlText, mainOf, normal } from './html-text.ts'
import type { MirrorRecords, RawBlock } from './mirror-records.ts'
import type { Words } from './rich-text-words.ts'

/** A block with its expected texts and the missing ones. */
export interface ComparedBlock {
  block: RawBlock
  words: Words[]
  missing: Words[]
}

/** Searches a page's HTML for the texts of all blocks, in reading order. */
export function comparePage(records: MirrorRecords, pageId: string, html: string): ComparedBlock[] {
  const text = htmlText(mainOf(html))
  let cursor = 0
  return records.shownOn(pageId).map((block) => {
    const words = blockWords(records, block)
    const missing = words.filter((each) => {
      const expected = normal(each.text)
      if (expected === '') return false
      const found = text.indexOf(expected, cursor)
      if (found === -1) return true
      cursor = found + expected.length
      return false
    })
    return { block, words, missing }
  })
}

/** The number of characters of these texts. */
export function lengthOf(words: Words[]): number {
  return words.reduce((sum, { text }) => sum + normal(text).length, 0)
}
