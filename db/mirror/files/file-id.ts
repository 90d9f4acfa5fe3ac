import { type BigIntStats, statSync } from 'node:fs'

/**
 * Identifies a file as long as this system runs. Files of two file systems may have the same inode
 * number. Not to be stored: a file system may get another device number when it is mounted again.
 */
export function fileIdOf({ dev, ino }: Pick<BigIntStats, 'dev' | 'ino'>): string {
  return `${dev}:${ino}`
}

/** The id of the file that a path names; undefined if it is missing. */
export function findFileId(path: string): string | undefined {
  const stats = findStats(path)
  return stats && fileIdOf(stats)
}

/** The stats of the file that a path names, in numbers of 64 bits; undefined if it is missing. */
export function findStats(path: string): BigIntStats | undefined {
  return statSync(path, { bigint: true, throwIfNoEntry: false })
}
