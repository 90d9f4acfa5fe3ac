import type { ReactNode } from 'react'

import { notion } from '../vocabulary.ts'

/** Longer words may have to break where the line ends: they are not kept together. */
const MAX_WORD = 28
/** Longer code is a listing rather than a command. */
const MAX_CODE = 300

/** A command of the game. */
const isCommand = /^\/[^\s/]/

/**
 * Inline code. Browsers break lines after signs such as `/` and `-`; a command breaks at its spaces
 * only, or where nothing else fits. It has room for a button (`web/islands/start-copy-buttons.ts`).
 */
export function renderInlineCode(code: ReactNode): ReactNode {
  const isShort = typeof code === 'string' && code.length <= MAX_CODE
  const isCopied = isShort && isCommand.test(code)
  if (isCopied) return <code className={`command ${notion.mark.code}`}>{command(code)}</code>
  return (
    <code className={notion.mark.code}>{isShort && hasBreak.test(code) ? words(code) : code}</code>
  )
}

/** Characters at the end of a long last word that are not parted from the button. */
const MAX_END = 8

function command(code: string): ReactNode[] {
  const last = /\S*\s*$/.exec(code)?.[0] ?? ''
  const end = last.length <= MAX_WORD ? last : last.slice(-MAX_END)
  return [
    ...words(code.slice(0, code.length - end.length)),
    <span key="end" className="word end">
      {end}
    </span>
  ]
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
