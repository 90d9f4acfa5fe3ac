import { chmodSync, closeSync, existsSync, openSync } from 'node:fs'

/** Read and written by the user that runs fansite and by nobody else. */
export const PRIVATE_MODE = 0o600

/**
 * Makes a file and what SQLite keeps beside it readable for their owner only; creates the file when
 * it is missing. SQLite gives new side files the mode of their database.
 */
export function makePrivate(file: string): void {
  closeSync(openSync(file, 'a', PRIVATE_MODE))
  for (const suffix of ['', '-wal', '-shm', '-journal']) {
    if (existsSync(file + suffix)) chmodSync(file + suffix, PRIVATE_MODE)
  }
}

/** Gives a file the mode of any new file: what was private while it was built is published. */
export function makePublic(file: string): void {
  chmodSync(file, 0o666 & ~process.umask())
}
