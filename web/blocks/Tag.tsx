import { joinClasses } from './join-classes.ts'

/** A select option, in the colour that the workspace gave it. */
export function Tag({ name, color }: { name: string; color: string | undefined }) {
  const isNamed = color !== undefined && /^[a-z]+$/.test(color) && color !== 'default'
  return <span className={joinClasses('tag', isNamed && `tag-${color}`)}>{name}</span>
}
