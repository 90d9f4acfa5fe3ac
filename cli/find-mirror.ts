import { statSync } from 'node:fs'
import path from 'node:path'

import { MirrorError, explained } from '../db/mirror-error.ts'
import { readEnvironment } from './environment.ts'

/**
 * The mirror that `--data` or `FANSITE_DATA` names: a data directory, or the file itself. Throws
 * `MirrorError` when there is none.
 */
export function findMirror(data: string | undefined): string {
  const { dataDir } = readEnvironment({
    ...process.env,
    ...(data !== undefined && { FANSITE_DATA: data })
  })
  if (isFile(dataDir)) return dataDir
  const file = path.join(dataDir, 'mirror.db')
  if (isFile(file)) return file
  throw new MirrorError(
    `there is no mirror at ${file}; run "fansite sync" to make it, or name its folder with --data`
  )
}

function isFile(file: string): boolean {
  return explained(file, () => statSync(file, { throwIfNoEntry: false })?.isFile() === true)
}
