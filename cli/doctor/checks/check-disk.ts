import { statSync, statfsSync } from 'node:fs'
import path from 'node:path'

import type { Context } from '../context.ts'
import type { Finding } from '../finding.ts'
import { nearestFolder } from './check-folder.ts'

const MB = 1_000_000
/** Without any data: the log of a publication, and the first files. */
const LEAST_BYTES = 50 * MB
const EASY_BYTES = 500 * MB
/** Each asset, kept response and smaller copy is a file or a part of one. */
const LEAST_FILES = 1000

/**
 * The free space where the data is. A sync that builds a mirror anew needs the size of the mirror once
 * more, and the copy that visitors download as much again.
 */
export function checkDisk({ paths }: Context): Finding[] {
  const folder = path.dirname(paths.file)
  const { bavail, bsize, files, ffree } = statfsSync(nearestFolder(folder))
  const free = bavail * bsize
  const mirror = bytesOf(paths.file) + bytesOf(`${paths.file}-wal`)
  const needed = LEAST_BYTES + mirror
  const facts = {
    free_mb: Math.floor(free / MB),
    mirror_mb: Math.ceil(mirror / MB),
    needed_mb: Math.ceil(needed / MB),
    free_files: ffree
  }
  const what = `${megabytes(free)} free, the mirror has ${megabytes(mirror)}`
  const remedy = `free some space, or move the data directory to a disk with ${megabytes(2 * mirror + EASY_BYTES)} free`
  if (free < needed) {
    const cause = `${what}; a sync needs ${megabytes(needed)}`
    return [{ status: 'failure', code: 'disk_full', what: cause, remedy, facts }]
  }
  if (free < 2 * mirror + EASY_BYTES || (files > 0 && ffree < LEAST_FILES)) {
    const cause = files > 0 && ffree < LEAST_FILES ? `${what}, for ${ffree} new files` : what
    return [{ status: 'warning', code: 'disk_nearly_full', what: cause, remedy, facts }]
  }
  return [{ status: 'ok', code: 'disk', what, facts }]
}

function bytesOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / MB).toLocaleString('en')} MB`
}
