import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'

import { ConfigError } from '../../site/config/read-config.ts'
import { environmentVariables } from './environment.ts'
import { messageOf } from '../../site/formats/error-message.ts'

/**
 * Adds the variables of `.env` in the current folder to the environment; those that are set stay as
 * they are. The file is not read if all are set, as for the syncs of `fansite start`: it may be in the
 * middle of a change. Throws `ConfigError` if it cannot be read, or a value lacks its closing quote.
 */
export function readEnvFile(): void {
  const isComplete = environmentVariables.every((name) => name in process.env)
  if (isComplete || !existsSync('.env')) return
  const text = readText()
  refuseUnclosed(text)
  for (const [name, value] of Object.entries(parseEnv(text))) process.env[name] ??= value
}

/**
 * Throws `ConfigError` for values without a closing quote. `parseEnv` would leave out such a value on the
 * last line, and keep the quote of any other.
 */
function refuseUnclosed(text: string): void {
  // Values may have several lines.
  const unquoted = text.replaceAll(/^([^#=\n]*=[ \t]*)(["'`])[^]*?\2/gm, '$1')
  const problems = [...unquoted.matchAll(/^([^#=\n]*)=[ \t]*(["'`])/gm)].map(
    ([, name = '', quote]) =>
      `Config error: in .env, the value of ${name.replace(/^\s*export\s/, '').trim()} begins with ${quote} and has no closing quote; add it, or remove the first one`
  )
  if (problems.length > 0) throw new ConfigError(problems)
}

/** Without the byte order mark of some editors, which would be a part of the first name. */
function readText(): string {
  try {
    return readFileSync('.env', 'utf8').replace(/^\uFEFF/, '')
  } catch (error) {
    const cause = messageOf(error)
    const remedy = cause.startsWith('EISDIR') ? 'rename this folder' : 'check its permissions'
    throw new ConfigError([`Config error: .env cannot be read: ${cause}; ${remedy}`])
  }
}
