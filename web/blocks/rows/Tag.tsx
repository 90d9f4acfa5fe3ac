import type { ReactElement } from 'react'

import { joinClasses } from '../context/join-classes.ts'
import { statusDotClass, optionClass } from '../vocabulary.ts'

/** The group of a status option. */
interface TagGroup {
  name?: string
  color?: string
}

interface TagProps {
  name: string
  /** The type of the property. */
  type?: string | undefined
  color: string | undefined
  group?: TagGroup | undefined
  /** Address of the page that lists the rows with this option. */
  href?: string | undefined
}

/**
 * A select option in its colour; that of a status has a dot in the colour of its group. An element, which
 * lists can cache and render repeatedly.
 */
export function tagElement({ name, type, color, group, href }: TagProps): ReactElement {
  const Element = href === undefined ? 'span' : 'a'
  return (
    <Element
      key={name}
      href={href}
      className={joinClasses('tag', colorClass(color), optionClass(type, color))}
      title={group?.name}
    >
      {group && (
        <span
          className={joinClasses('dot', colorClass(group.color), statusDotClass(color))}
          aria-hidden="true"
        />
      )}
      {name}
    </Element>
  )
}

function colorClass(color: string | undefined): string | undefined {
  const isNamed = color !== undefined && /^[a-z]+$/.test(color) && color !== 'default'
  return isNamed ? `tag-${color}` : undefined
}
