import { chmodSync, closeSync, existsSync, openSync } from 'node:fs'

/** Readable and writable by the owner only. */
export const PRIVATE_MODE = 0o600

/**
 * Makes a database and its side files readable by their owner only; creates a missing database.
 * SQLite gives new side files the mode of their database.
 */
export function makePrivate(file: string): void {
  closeSync(openSync(file, 'a', PRIVATE_MODE))
  for (const suffix of ['', '-wal', '-shm', '-journal']) {
    if (existsSync(file + suffix)) chmodSync(file + suffix, PRIVATE_MODE)
  }
}

/** Gives a finished file the default mode of a new file. */
export function makePublic(file: string): void {
  chmodSync(file, 0o666 & ~process.umask())
}
