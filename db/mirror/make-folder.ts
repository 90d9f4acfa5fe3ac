import { mkdirSync, statSync } from 'node:fs'
import path from 'node:path'

/**
 * Creates a folder and those above it where they are missing. Throws the system's error. Not with
 * `recursive: true`: Node 20 never comes back from that where the parent takes no folders (`/proc`).
 */
export function makeFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return
  const parent = path.dirname(folder)
  if (parent !== folder) makeFolder(parent)
  mkdirSync(folder)
}
