import { existsSync } from 'node:fs'
import { loadEnvFile } from 'node:process'

import { ConfigError } from '../../site/config/read-config.ts'

/**
 * Adds the variables of `.env` in the current folder to the environment; those that are set stay as
 * they are. Throws `ConfigError` if the file cannot be read.
 */
export function readEnvFile(): void {
  if (!existsSync('.env')) return
  try {
    loadEnvFile('.env')
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error)
    throw new ConfigError([`Config error: .env cannot be read: ${cause}; check its permissions`])
  }
}
