import { execFileSync, spawnSync } from 'node:child_process'

import { onFinished } from './on-finished.ts'
import { tempDir } from './temp-dir.ts'

/** Mounts a small file system in memory; undefined where that is not allowed. */
export function smallDisk(size: string): string | undefined {
  const folder = tempDir()
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'none', folder])
  if (status !== 0) return undefined
  onFinished(() => void execFileSync('umount', ['-l', folder]))
  return folder
}
