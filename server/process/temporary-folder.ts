import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { ConfigError } from '../../site/config/read-config.ts'
import { messageOf } from '../../site/formats/error-message.ts'

/**
 * Makes a temporary folder, readable for this user only, and removes those with the same name that
 * killed processes of this user have left. Throws `ConfigError` if temporary files cannot be written.
 */
export function makeTemporaryFolder(name: string): string {
  const prefix = `fansite-${name}-`
  try {
    removeAbandoned(prefix)
    // The number after the name is that of the process.
    return mkdtempSync(path.join(os.tmpdir(), `${prefix}${process.pid}-`))
  } catch (error) {
    const detail = messageOf(error)
    throw new ConfigError([
      `the folder of temporary files, ${os.tmpdir()}, cannot be used; create it, give the user that runs fansite write permission, or set TMPDIR to another folder (${detail})`
    ])
  }
}

/** Makes a folder of `makeTemporaryFolder` again, if something has cleaned the temporary files. */
export function restoreTemporaryFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
}

export function removeTemporaryFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
}

function removeAbandoned(prefix: string): void {
  for (const name of readdirSync(os.tmpdir()).filter((each) => each.startsWith(prefix))) {
    const folder = path.join(os.tmpdir(), name)
    const owner = statSync(folder, { throwIfNoEntry: false })?.uid
    const [pid = ''] = name.slice(prefix.length).split('-')
    if (owner === process.getuid?.() && !isRunning(Number(pid))) removeTemporaryFolder(folder)
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: a process of another user.
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH')
  }
}
