import { type Command, InvalidArgumentError } from 'commander'

/** Where a server listens; each replaces its environment variable. */
export interface AddressFlags {
  port?: string
  host?: string
}

/** Adds `--port` and `--host`. */
export function addAddressOptions(command: Command): Command {
  return command
    .option('--port <number>', 'port (default: PORT, or 3000); 0 takes a free one', parsePort)
    .option('--host <address>', 'address to listen on (default: HOST, or localhost)')
}

/** The environment variables that the options replace. */
export function addressVariables({ port, host }: AddressFlags): { PORT?: string; HOST?: string } {
  return { ...(port !== undefined && { PORT: port }), ...(host !== undefined && { HOST: host }) }
}

function parsePort(value: string): string {
  if (/^\d{1,5}$/.test(value) && Number(value) <= 65_535) return value
  throw new InvalidArgumentError('Write a number from 0 to 65535.')
}
