import { mkdirSync } from 'node:fs'
import path from 'node:path'

import { findStats } from './find-stats.ts'

/**
 * Creates a folder and its missing parents. Throws the system's error. `recursive: true` is not used:
 * Node 20 hangs when the parent accepts no folders (`/proc`).
 */
export function makeFolder(folder: string): void {
  if (findStats(folder)?.isDirectory()) return
  const parent = path.dirname(folder)
  if (parent !== folder) makeFolder(parent)
  mkdirSync(folder)
}
