import { statSync } from 'node:fs'
import path from 'node:path'

import { explained } from './mirror-error.ts'

/** A mirror's file, and the folder of the files that its pages show. */
export interface MirrorPlace {
  file: string
  assets: string
}

/** Where the mirror stands that a path names: a data directory, or the file itself with `assets/` beside it. */
export function mirrorPlace(data: string): MirrorPlace {
  const isFile = explained(data, () => statSync(data, { throwIfNoEntry: false })?.isFile() === true)
  const folder = isFile ? path.dirname(data) : data
  return { file: isFile ? data : path.join(data, 'mirror.db'), assets: path.join(folder, 'assets') }
}
