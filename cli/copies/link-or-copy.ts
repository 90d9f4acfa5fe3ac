import { constants, copyFileSync, linkSync } from 'node:fs'

import { fsync } from '../../db/mirror/fsync.ts'

/**
 * Gives a file another name: a hard link, or a copy where the file system has no links. Throws the
 * system's error, also if there is a file of that name.
 */
export function linkOrCopy(source: string, target: string): void {
  try {
    linkSync(source, target)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error
    copyFileSync(source, target, constants.COPYFILE_EXCL)
    fsync(target)
  }
}
