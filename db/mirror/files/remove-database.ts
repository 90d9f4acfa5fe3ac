import { rmSync } from 'node:fs'

/** Removes a database with its journal, WAL and shared-memory files, and an unfinished copy of it. */
export function removeDatabase(file: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal', '.part']) {
    rmSync(file + suffix, { force: true })
  }
}
