import type { BuildFile } from '../state/build-file.ts'
import type { BuildTarget } from './build-target.ts'
import { VersionFiles } from './version-files.ts'

/** A version that is being filled. */
export interface OpenVersion {
  name: string
  files: VersionFiles
  /** The name of the version before. */
  earlier: string | undefined
}

/** Continues the version of an interrupted build, or begins one with the copy of the last one. */
export function openVersion(target: BuildTarget, state: BuildFile): OpenVersion {
  forgetLost(target, state)
  const { folder, pending, spare } = state.state()
  const isSpare = spare !== null && target.has(spare)
  const begun = pending ?? (isSpare ? spare : undefined)
  const name = begun === undefined ? target.create() : target.rename(begun)
  state.setPending(name)
  const earlier = folder ?? undefined
  const isCopy = pending === null && isSpare && earlier !== undefined
  const files = new VersionFiles(target.folderOf(name), {
    folder: earlier && target.folderOf(earlier),
    files: state.files(),
    isCopy
  })
  return { name, files, earlier }
}

/**
 * Removes versions from the state that do not exist, or are not the published one. The state or the folder
 * may be from a backup, or the last build has ended between publishing its version and storing that.
 */
function forgetLost(target: BuildTarget, state: BuildFile): void {
  const { folder, pending } = state.state()
  const current = target.current()
  const isOther = current !== undefined && current !== folder
  const isLost = isOther || (folder !== null && !target.has(folder))
  if (isLost) state.forgetFolder()
  if (pending !== null && (isLost || !target.has(pending))) state.forgetPending()
}

/** Keeps a copy of a published version for the next build, and removes everything else. */
export async function keepCopy(
  { name, files, earlier }: OpenVersion,
  { target, state }: { target: BuildTarget; state: BuildFile }
): Promise<void> {
  const copy = earlier ?? target.create()
  const isKept = files.copyTo(target.folderOf(copy))
  await target.removeOthers(isKept ? [name, copy] : [name])
  if (isKept) state.setSpare(copy)
}
