import type { Block, Decoration } from 'notion-types'

import {
  FORMULA_CHARACTER,
  MENTION_CHARACTER,
  isUnknown,
  mentionIn
} from '../../site/notion/text/mentions.ts'
import { formulaIn, headOf, marksIn } from '../../site/notion/text/rich-text.ts'
import type { Flaw } from './flaw.ts'
import type { Mirror } from '../mirror/open-mirror.ts'

interface BlockRow {
  path: string | null
  raw: string
}

/** Finds mentions of unknown kinds; pages show a placeholder for each. */
export function findUnknownMentions({ $client }: Mirror): Flaw[] {
  const rows = $client
    .prepare<[string, string], BlockRow>(
      `select page.path, raw from block left join page on page.id = block.page_id
        where instr(raw, ?) > 0 or instr(raw, ?) > 0 order by page.path, block.id`
    )
    .iterate(MENTION_CHARACTER, FORMULA_CHARACTER)
  const found: Flaw[] = []
  for (const { path, raw } of rows) {
    const block = JSON.parse(raw) as Block
    for (const kind of unknownKinds(block)) {
      found.push({ path, what: `mention of unknown kind ${kind} in ${block.type} ${block.id}` })
    }
  }
  return found
}

function unknownKinds({ properties }: Block): string[] {
  const texts = Object.values(properties ?? {}) as Decoration[][]
  return texts
    .filter((text) => Array.isArray(text))
    .flat()
    .flatMap((part) => {
      const marks = marksIn(part)
      const mention = formulaIn(marks) === undefined ? mentionIn(headOf(part), marks) : undefined
      return mention && isUnknown(mention) ? [mention.kind] : []
    })
}
