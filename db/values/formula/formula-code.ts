import type { Decoration } from 'notion-types'

import { MENTION_CHARACTER } from '../../../site/notion/text/mentions.ts'
import { headOf, marksIn } from '../../../site/notion/text/rich-text.ts'

/** Returns the code of a formula 2.0, with mentions of properties as `prop("<id>")`. */
export function formulaCode(code: string | Decoration[] | undefined): string {
  if (typeof code === 'string') return code
  return (code ?? []).map((part) => propertyCall(part) ?? headOf(part)).join('')
}

function propertyCall(part: Decoration): string | undefined {
  if (headOf(part) !== MENTION_CHARACTER) return undefined
  const mentioned = marksIn(part)[0]?.[1]
  if (mentioned === undefined) return undefined
  const fields = typeof mentioned === 'object' && mentioned !== null ? mentioned : { id: mentioned }
  const { property, id }: { property?: unknown; id?: unknown } = fields
  return `prop(${JSON.stringify(property ?? id)})`
}
