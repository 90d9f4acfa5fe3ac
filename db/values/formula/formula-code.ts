import type { Decoration } from 'notion-types'

import { MENTION_CHARACTER } from '../../../site/notion/text/mentions.ts'
import { headOf, marksIn } from '../../../site/notion/text/rich-text.ts'

/** The code of a formula of the second kind, with the properties that it mentions written out as `prop("<id>")`. */
export function formulaCode(code: string | Decoration[] | undefined): string {
  if (typeof code === 'string') return code
  return (code ?? []).map((part) => mentioned(part) ?? headOf(part)).join('')
}

function mentioned(part: Decoration): string | undefined {
  if (headOf(part) !== MENTION_CHARACTER) return undefined
  const named = marksIn(part)[0]?.[1]
  if (named === undefined) return undefined
  const fields = typeof named === 'object' && named !== null ? named : { id: named }
  const { property, id }: { property?: unknown; id?: unknown } = fields
  return `prop(${JSON.stringify(property ?? id)})`
}
