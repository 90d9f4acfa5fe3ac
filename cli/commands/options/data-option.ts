import { Option } from 'commander'

import { parseFolder } from './parse-text.ts'

/** `--data`, for every command that reads or writes the mirror. */
export function dataOption(): Option {
  return new Option('--data <dir>', 'data directory (default: FANSITE_DATA, or data/)').argParser(
    parseFolder
  )
}
