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
  const name = pending ?? (isSpare ? target.rename(spare) : target.create())
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

/** Corrects what is known of versions by what there is. */
function forgetLost(target: BuildTarget, state: BuildFile): void {
  const { folder, pending } = state.state()
  const current = target.current()
  // The last build ended after it had published its version.
  if (pending !== null && current === pending) return state.finish()
  if (pending !== null && !target.has(pending)) state.forgetPending()
  const isLost = folder !== null && (!target.has(folder) || (current ?? folder) !== folder)
  if (isLost) state.forgetFolder()
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
