import { InvalidArgumentError } from 'commander'

/** Refuses an empty value, such as that of an unset variable in a script, with this message. */
export function parseText(message: string): (value: string) => string {
  return (value) => {
    if (value.trim() !== '') return value
    throw new InvalidArgumentError(message)
  }
}

/** An empty name would be the current folder. */
export const parseFolder = parseText('Write the name of a folder.')
