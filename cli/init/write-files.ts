import { lstatSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { linkOrCopy } from '../../db/mirror/files/link-or-copy.ts'
import { ConfigError } from '../../site/config/read-config.ts'

/** Throws `ConfigError` if a file exists, or a link that leads nowhere. */
export function refuseExisting(folder: string, names: string[]): void {
  const found = names.filter((name) =>
    lstatSync(path.join(folder, name), { throwIfNoEntry: false })
  )
  if (found.length === 0) return
  const verb = found.length === 1 ? 'exists' : 'exist'
  throw new ConfigError([
    `${found.join(', ')} ${verb} in ${folder}, so nothing was written; choose another folder, or add --force to overwrite`
  ])
}

/**
 * Writes all files or none. Without `isForced`, a file that exists is never overwritten, also if it
 * was made meanwhile.
 */
export function writeFiles(
  folder: string,
  files: Record<string, string>,
  { isForced }: { isForced: boolean }
): void {
  const parts = Object.keys(files).map((name) => ({
    file: path.join(folder, name),
    part: path.join(folder, `.${name}.${process.pid}.part`)
  }))
  const made: string[] = []
  try {
    Object.values(files).forEach((text, index) => writeFileSync(parts[index]?.part ?? '', text))
    for (const { file, part } of parts) {
      if (isForced) renameSync(part, file)
      else {
        // Unlike `rename`, it fails if the file exists.
        linkOrCopy(part, file)
        made.push(file)
      }
    }
  } catch (error) {
    for (const file of made) rmSync(file, { force: true })
    throw error
  } finally {
    for (const { part } of parts) rmSync(part, { force: true })
  }
}
