import type { ReactElement } from 'react'

import { joinClasses } from '../context/join-classes.ts'

/** The group that an option of a status belongs to. */
interface TagGroup {
  name?: string
  color?: string
}

interface TagProps {
  name: string
  color: string | undefined
  group?: TagGroup | undefined
  /** Address of the page that lists the rows of the option. */
  href?: string | undefined
}

/** A select option, in the colour that the workspace gave it; that of a status with its group's as a dot. */
export function Tag(props: TagProps) {
  return tagElement(props)
}

/** The same as an element that lists can hold, and tables show again and again. */
export function tagElement({ name, color, group, href }: TagProps): ReactElement {
  const Element = href === undefined ? 'span' : 'a'
  return (
    <Element
      key={name}
      href={href}
      className={joinClasses('tag', colorClass(color))}
      title={group?.name}
    >
      {group && <span className={joinClasses('dot', colorClass(group.color))} aria-hidden="true" />}
      {name}
    </Element>
  )
}

function colorClass(color: string | undefined): string | undefined {
  const isNamed = color !== undefined && /^[a-z]+$/.test(color) && color !== 'default'
  return isNamed ? `tag-${color}` : undefined
}
