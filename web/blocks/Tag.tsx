import { joinClasses } from './join-classes.ts'

/** The group that an option of a status belongs to. */
interface TagGroup {
  name?: string
  color?: string
}

/** A select option, in the colour that the workspace gave it; that of a status with its group's as a dot. */
export function Tag(props: { name: string; color: string | undefined; group?: TagGroup }) {
  const { name, color, group } = props
  return (
    <span className={joinClasses('tag', colorClass(color))} title={group?.name}>
      {group && <span className={joinClasses('dot', colorClass(group.color))} aria-hidden="true" />}
      {name}
    </span>
  )
}

function colorClass(color: string | undefined): string | undefined {
  const isNamed = color !== undefined && /^[a-z]+$/.test(color) && color !== 'default'
  return isNamed ? `tag-${color}` : undefined
}
