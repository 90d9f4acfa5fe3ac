import type { OptionColor } from '../../builder/property-input.ts'

export type Grade = keyof typeof grades

/** The five grades of a lantern bearer with their colours, lowest first. */
export const grades = {
  Wick: 'gray',
  Ember: 'orange',
  Flame: 'red',
  Beacon: 'blue',
  Vigil: 'purple'
} satisfies Record<string, OptionColor>
