import type { BigIntStats } from 'node:fs'

import { findStats } from './find-stats.ts'

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
