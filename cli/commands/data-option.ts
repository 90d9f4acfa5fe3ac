import { InvalidArgumentError, Option } from 'commander'

/** `--data`, for every command that reads or writes the mirror. */
export function dataOption(): Option {
  return new Option('--data <dir>', 'data directory (default: FANSITE_DATA, or data/)').argParser(
    parseFolder
  )
}

/** An empty name, such as that of an unset variable in a script, would be the current folder. */
export function parseFolder(value: string): string {
  if (value.trim() !== '') return value
  throw new InvalidArgumentError('Write the name of a folder.')
}
