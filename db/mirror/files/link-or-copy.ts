import { constants, copyFileSync, linkSync } from 'node:fs'

/**
 * Gives a file another name: a hard link, or a copy where there can be none. Throws the system's error,
 * EEXIST if there is a file of that name.
 */
export function linkOrCopy(source: string, target: string): 'linked' | 'copied' {
  try {
    linkSync(source, target)
    return 'linked'
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (!noLinks.has(code)) throw error
    copyFileSync(source, target, constants.COPYFILE_EXCL)
    return 'copied'
  }
}

/** Another file system, one without hard links, too many links, or links that are forbidden. */
const noLinks = new Set(['EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EACCES'])
