import type { ReactNode } from 'react'

import { notion } from '../vocabulary.ts'

/** Longer words may have to break where the line ends: they are not kept together. */
const MAX_WORD = 28
/** Longer code is a listing rather than a command. */
const MAX_CODE = 300

/**
 * Inline code. Browsers break lines after signs such as `/` and `-`; a command breaks at its spaces
 * only, or where nothing else fits.
 */
export function renderInlineCode(code: ReactNode): ReactNode {
  const isShort = typeof code === 'string' && code.length <= MAX_CODE
  return (
    <code className={notion.mark.code}>{isShort && hasBreak.test(code) ? words(code) : code}</code>
  )
}

/** A sign inside a word, after which a browser may break the line. */
const hasBreak = /[-/?!|}]\S/

function words(code: string): ReactNode[] {
  return code.split(/(\s+)/).map((word, index) =>
    hasBreak.test(word) && word.length <= MAX_WORD ? (
      // Words never move.
      // oxlint-disable-next-line react/no-array-index-key
      <span key={index} className="word">
        {word}
      </span>
    ) : (
      word
    )
  )
}
