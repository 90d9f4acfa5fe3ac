import type { Block } from 'notion-types'

import { marksOf } from '../../../site/notion/text/rich-text.ts'

/** Whether a page has code blocks or inline code. */
export function hasCode(reading: Block[]): boolean {
  return reading.some(
    ({ type, properties }) => type === 'code' || marksOf(properties?.title, 'c').length > 0
  )
}
