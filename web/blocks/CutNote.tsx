import type { Block } from 'notion-types'

import { useWords } from '../words.ts'
import { cutReason } from './cut-notes.ts'

/** Says that something is left out where it would stand. */
export function CutNote({ block }: { block: Block }) {
  return <p className="note">{useWords().cuts[cutReason(block)]}</p>
}
