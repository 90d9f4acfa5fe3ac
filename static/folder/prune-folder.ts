import { readdirSync, rmSync } from 'node:fs'
import path from 'node:path'

/** Removes all files of a folder but these, whose names are relative to it, and empty folders. */
export function pruneFolder(folder: string, kept: ReadonlySet<string>): void {
  prune(folder, '', kept)
}

/** Returns whether the folder is empty now. */
function prune(root: string, below: string, kept: ReadonlySet<string>): boolean {
  let isEmpty = true
  for (const entry of readdirSync(path.join(root, below), { withFileTypes: true })) {
    const name = path.posix.join(below, entry.name)
    const isGone = entry.isDirectory() ? prune(root, name, kept) : !kept.has(name)
    if (isGone) rmSync(path.join(root, name), { recursive: true, force: true })
    else isEmpty = false
  }
  return isEmpty
}
