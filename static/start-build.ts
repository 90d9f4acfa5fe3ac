import { lstatSync, statSync } from 'node:fs'

import { startSlots } from '../server/render/slots/compiled-slots.ts'
import type { BuildOptions, BuildResult } from './build-site.ts'
import { BuildPool } from './render/build-pool.ts'

type StartOptions = Omit<BuildOptions, 'openPool' | 'slots'> & {
  /** The file of the mirror that the site shows. */
  mirrorFile: string
  /** Receives the error of a process that cannot be started or reached. */
  onFailure: (error: unknown) => void
}

/**
 * Builds a site, see `buildSite`. To load the code of the build takes half a second; meanwhile another
 * core starts the first process that makes responses, and compiles the components of the site.
 */
export async function startBuild({
  mirrorFile,
  onFailure,
  ...options
}: StartOptions): Promise<BuildResult> {
  const { components } = options.config
  const prepared = new BuildPool(onFailure)
  const pools = [prepared]
  const openPool = () => pools.pop() ?? new BuildPool(onFailure)
  const compiling = startSlots(components)
  try {
    if (isOutdated(options.dir, mirrorFile)) prepared.prepare(1)
    const { buildSite } = await import('./build-site.ts')
    return await buildSite({ ...options, openPool, slots: compiling.slots })
  } finally {
    await prepared.close()
    await compiling.close()
  }
}

/** Whether the mirror has been written since the folder was built, so that some file has to be made. */
function isOutdated(dir: string, mirrorFile: string): boolean {
  try {
    const built = lstatSync(dir, { throwIfNoEntry: false })
    const written = ['', '-wal'].map(
      (suffix) => statSync(mirrorFile + suffix, { throwIfNoEntry: false })?.mtimeMs ?? 0
    )
    return !built?.isSymbolicLink() || built.mtimeMs <= Math.max(...written)
  } catch {
    // The build explains why the folder or the mirror cannot be used.
    return false
  }
}
