import type { Content } from '../../../builder/block-node.ts'
import type { Inline } from '../../../builder/rich-text.ts'
import type { Grade } from '../grades.ts'

/** One technique. */
export interface Technique {
  title: string
  icon: string
  grade: Grade
  kinds: string[]
  oil: number
  cooldown: number
  range: number
  /** The id used in commands: `{id:"lantern_step"}`. */
  id: string
  aliases: string
  /** Titles of the items needed to learn it. */
  materials: string[]
  since: string
  lead: Inline[][]
  how: (string | Inline[])[]
  /** Strength by grade: rows below the header. */
  growth: { header: string; rows: [Grade, string][] }
  notes: (string | Inline[])[]
  slug?: string
  needsPartner?: boolean
  more?: Content
}
