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

/** Throws `ConfigError` if a folder, or anything else than a file or a link, has one of the names. */
export function refuseFolders(folder: string, names: string[]): void {
  const found = names.filter((name) => {
    const stats = lstatSync(path.join(folder, name), { throwIfNoEntry: false })
    return stats && !stats.isFile() && !stats.isSymbolicLink()
  })
  if (found.length === 0) return
  const which = found.length === 1 ? 'is not a file' : 'are not files'
  throw new ConfigError([
    `${found.join(', ')} in ${folder} ${which} and cannot be overwritten, so nothing was written; move what is there away, or choose another folder`
  ])
}

/**
 * Writes all files or none: after a failure, files that were overwritten have their old content again.
 * Without `isForced`, a file that exists is never overwritten, also if it was made meanwhile.
 */
export function writeFiles(
  folder: string,
  files: Record<string, string>,
  { isForced }: { isForced: boolean }
): void {
  const parts = Object.keys(files).map((name) => ({
    file: path.join(folder, name),
    part: path.join(folder, `.${name}.${process.pid}.part`),
    old: path.join(folder, `.${name}.${process.pid}.old`)
  }))
  const undo: (() => void)[] = []
  try {
    Object.values(files).forEach((text, index) => writeFileSync(parts[index]?.part ?? '', text))
    for (const { file, part, old } of parts) {
      if (isForced && lstatSync(file, { throwIfNoEntry: false })) {
        linkOrCopy(file, old)
        undo.push(() => restore(old, file))
        renameSync(part, file)
      } else {
        // Unlike `rename`, it fails if the file exists.
        linkOrCopy(part, file)
        undo.push(() => rmSync(file, { force: true }))
      }
    }
  } catch (error) {
    for (const step of undo) step()
    throw error
  } finally {
    for (const { part } of parts) rmSync(part, { force: true })
  }
  for (const { old } of parts) rmSync(old, { force: true })
}

function restore(old: string, file: string): void {
  renameSync(old, file)
  // A rename does nothing if both are names of one file.
  rmSync(old, { force: true })
}
