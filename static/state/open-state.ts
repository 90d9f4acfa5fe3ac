import path from 'node:path'

import Database from 'better-sqlite3'

import { makeFolder } from '../../db/mirror/files/make-folder.ts'
import { removeDatabase } from '../../db/mirror/files/remove-database.ts'
import { explainFailure } from '../folder/explain-failure.ts'
import { BuildFile } from './build-file.ts'
import { sealFile, takeSeal } from './file-seal.ts'

/** What is known of a folder, for one build. */
export interface OpenState {
  state: BuildFile
  /** Why everything is made again. */
  notes: string[]
}

/** Opens the file; a damaged one is replaced, and that of another version is emptied. */
export function openState(file: string): OpenState {
  try {
    makeFolder(path.dirname(file))
    const isUnchanged = takeSeal(file)
    const state = new BuildFile(file)
    const note = `"${file}" was written by another version of fansite, so everything was made again`
    if (state.isOfOtherVersion) return { state, notes: [note] }
    if (isUnchanged) return { state, notes: [] }
    state.close()
    return replaceState(file, 'its digest differs')
  } catch (error) {
    const code = damageOf(error)
    if (code === undefined) throw explainFailure(error, file)
    return replaceState(file, code)
  }
}

/** Begins a new file instead of a damaged one, which must be closed. */
export function replaceState(file: string, damage: string): OpenState {
  removeDatabase(file)
  const note = `"${file}" was damaged (${damage}), so everything was made again`
  return { state: new BuildFile(file), notes: [note] }
}

/** Closes the file after a build; the next one finds later damage. */
export function closeState({ state }: OpenState, file: string): void {
  state.close()
  sealFile(file)
}

/** The code of an error about a damaged database; undefined for any other error. */
export function damageOf(error: unknown): string | undefined {
  if (!(error instanceof Database.SqliteError)) return undefined
  return /^SQLITE_(NOTADB|CORRUPT)/.test(error.code) ? error.code : undefined
}
