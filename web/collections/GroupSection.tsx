import type { ReactNode } from 'react'

import { usePage } from '../blocks/context/page-context.ts'
import { coverName } from '../blocks/spoilers/Spoiler.tsx'
import { tagElement } from '../blocks/rows/Tag.tsx'
import type { GroupLabel } from './row-groups.ts'
import { formatCount } from '../../site/locales/formatters.ts'
import { notion } from '../blocks/vocabulary.ts'

/** Heading levels that groups may have, below the name of their collection. */
export type GroupLevel = 2 | 3 | 4 | 5 | 6

const group = `group ${notion.collection.group}`
const groupName = `group-name ${notion.collection.groupTitle}`
const count = `count ${notion.collection.count}`

/** A group of rows below its heading; the rows alone if the view has no groups. */
export function GroupSection(props: {
  label: GroupLabel | undefined
  total: number
  level: GroupLevel
  children: ReactNode
}) {
  const { label, total, level, children } = props
  if (!label) return children
  return (
    <section className={group}>
      <GroupHeading {...{ label, total, level }} className={groupName} />
      {children}
    </section>
  )
}

/** The name of a group and the number of its rows. */
export function GroupHeading(props: {
  label: GroupLabel
  total: number
  level: GroupLevel
  className: string
}) {
  const { label, total, level, className } = props
  const { language } = usePage()
  const Heading = `h${level}` as const
  return (
    <Heading className={className}>
      <GroupTag label={label} /> <span className={count}>{formatCount(total, language)}</span>
    </Heading>
  )
}

function GroupTag({ label: { text, color, covered } }: { label: GroupLabel }) {
  const { messages } = usePage()
  const tag = tagElement({ name: covered?.text ?? text, color })
  return coverName(tag, { chapter: covered?.chapter, messages })
}

/** The next heading level, 6 at most. */
export function deeper(level: number): GroupLevel {
  // Between 2 and 6: callers pass 1 or more.
  return Math.min(level + 1, 6) as GroupLevel
}
