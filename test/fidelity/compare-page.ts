import { blockTexts } from './block-texts.ts'
import { htmlText, mainOf, normal } from './html-text.ts'
import type { MirrorRecords, RawBlock } from './mirror-records.ts'
import type { ExpectedText } from './expected-texts.ts'

/** A block with its expected texts and the missing ones. */
export interface ComparedBlock {
  block: RawBlock
  texts: ExpectedText[]
  missing: ExpectedText[]
}

/** Searches a page's HTML for the texts of all blocks, in reading order. */
export function comparePage(records: MirrorRecords, pageId: string, html: string): ComparedBlock[] {
  const text = htmlText(mainOf(html))
  let cursor = 0
  return records.shownOn(pageId).map((block) => {
    const texts = blockTexts(records, block)
    const missing = texts.filter((each) => {
      const expected = normal(each.text)
      if (expected === '') return false
      const found = text.indexOf(expected, cursor)
      if (found === -1) return true
      cursor = found + expected.length
      return false
    })
    return { block, texts, missing }
  })
}

/** The number of characters of these texts. */
export function lengthOf(texts: ExpectedText[]): number {
  return texts.reduce((sum, { text }) => sum + normal(text).length, 0)
}
