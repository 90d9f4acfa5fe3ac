/**
 * One command of the pack: a row of the wiki's collection and an entry of the command reference.
 */
export interface Command {
  title: string
  command: string
  category: Category
  /** 0: everyone, by trigger; 2: operators and command blocks. */
  level: 0 | 2
  since: string
  does: string
  /** Arguments, or a hint if there are none. */
  details: string[]
  example?: string
}

export const categories = {
  'Getting going': 'green',
  Oil: 'yellow',
  Grades: 'orange',
  Techniques: 'red',
  Domains: 'purple',
  Hollows: 'gray',
  Settings: 'blue',
  Debug: 'brown'
} as const

type Category = keyof typeof categories

/** A command that only operators and command blocks may run, unless a level is given. */
export function command(
  title: string,
  line: string,
  rest: Omit<Command, 'title' | 'command' | 'level'> & { level?: 0 | 2 }
): Command {
  return { title, command: line, level: 2, ...rest }
}
