import type { ReactNode } from 'react'

import { usePage } from '../blocks/context/page-context.ts'
import { Tag } from '../blocks/rows/Tag.tsx'
import type { GroupLabel } from './row-groups.ts'

/** The levels of headings that groups may have, below the name of their collection. */
export type GroupLevel = 2 | 3 | 4 | 5 | 6

/** A group of rows below its name; the rows alone where there are no groups. */
export function GroupSection(props: {
  label: GroupLabel | undefined
  total: number
  level: GroupLevel
  children: ReactNode
}) {
  const { label, total, level, children } = props
  if (!label) return children
  return (
    <section className="group">
      <GroupHeading label={label} total={total} level={level} />
      {children}
    </section>
  )
}

/** The name of a group with the number of its rows. */
export function GroupHeading(props: { label: GroupLabel; total: number; level: GroupLevel }) {
  const { label, total, level } = props
  const { language } = usePage()
  const Heading = `h${level}` as const
  return (
    <Heading className="group-name">
      <Tag name={label.text} color={label.color} />
      <span className="count">{total.toLocaleString(language)}</span>
    </Heading>
  )
}

/** The level below, as far as there are any. */
export function deeper(level: number): GroupLevel {
  // Between 2 and 6 by the lines above it.
  return Math.min(level + 1, 6) as GroupLevel
}
