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
  // Numbers of 64 bits would lose their last digits.
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false })
  return stats && fileIdOf(stats)
}
