import { InvalidArgumentError, Option } from 'commander'

/** `--data`, for every command that reads or writes the mirror. */
export function dataOption(): Option {
  return new Option('--data <dir>', 'data directory (default: FANSITE_DATA, or data/)').argParser(
    parseFolder
  )
}

/** An empty name would be the current folder. */
export const parseFolder = parseText('Write the name of a folder.')

/** Refuses an empty value, such as that of an unset variable in a script, with this message. */
export function parseText(message: string): (value: string) => string {
  return (value) => {
    if (value.trim() !== '') return value
    throw new InvalidArgumentError(message)
  }
}
