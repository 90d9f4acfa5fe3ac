import { page, text } from '../../blocks.ts'
import type { BlockNode } from '../../blocks.ts'
import { bold, italic, strike, underline } from '../../rich-text.ts'

/** Paragraphs and what can be done to the words inside them. */
export function textBlocks(): BlockNode {
  return page('Words and Marks', { icon: '✒️' }, [
    text(
      'A hollow is ',
      bold('sealed'),
      ', never ',
      italic('killed'),
      '; the old spelling ',
      strike('holow'),
      ' is ',
      underline('gone'),
      '.'
    )
  ])
}
