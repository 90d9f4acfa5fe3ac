import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'

import { ConfigError } from '../../site/config/read-config.ts'

/**
 * Adds the variables of `.env` in the current folder to the environment; those that are set stay as
 * they are. Throws `ConfigError` if the file cannot be read.
 */
export function readEnvFile(): void {
  if (!existsSync('.env')) return
  for (const [name, value] of Object.entries(parseEnv(readText()))) process.env[name] ??= value
}

/** Without the byte order mark of some editors, which would be a part of the first name. */
function readText(): string {
  try {
    return readFileSync('.env', 'utf8').replace(/^\uFEFF/, '')
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error)
    const remedy = cause.startsWith('EISDIR') ? 'rename this folder' : 'check its permissions'
    throw new ConfigError([`Config error: .env cannot be read: ${cause}; ${remedy}`])
  }
}
