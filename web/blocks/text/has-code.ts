import type { Block } from 'notion-types'

import { marksOf } from '../../../site/notion/text/rich-text.ts'

/** Whether a page shows code: a block of it, or some between other words. */
export function hasCode(reading: Block[]): boolean {
  return reading.some(
    ({ type, properties }) => type === 'code' || marksOf(properties?.title, 'c').length > 0
  )
}
