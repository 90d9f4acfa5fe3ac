import { Option } from 'commander'

/** `--data`, which every command that reads or writes the mirror has. */
export function dataOption(): Option {
  return new Option('--data <dir>', 'the data directory (default: FANSITE_DATA, or data/)')
}
