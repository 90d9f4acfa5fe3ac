import { createHash } from 'node:crypto'
import path from 'node:path'

import { mirrorPaths } from '../db/mirror/mirror-paths.ts'
import type { SocialImages } from './addresses/place-picture.ts'
import { BuildError } from './build-error.ts'
import { writeData } from './data/write-data.ts'
import { writeFixedFiles } from './fixed-files.ts'
import { type BuildCounts, FolderBuild } from './folder-build.ts'
import { BuildTarget } from './folder/build-target.ts'
import { keepCopy, openVersion } from './folder/open-version.ts'
import { explainFailure } from './folder/explain-failure.ts'
import type { BuildPool } from './render/build-pool.ts'
import { type StaticSite, type StaticSiteOptions, openStaticSite } from './render/open-site.ts'
import { PictureFiles } from './render/picture-files.ts'
import { Responses, openedMirrorFile } from './render/responses.ts'
import type { BuildFile } from './state/build-file.ts'
import {
  type OpenState,
  closeState,
  damageOf,
  openState,
  replaceState
} from './state/open-state.ts'

export interface BuildOptions extends StaticSiteOptions {
  /** The folder to write to. */
  dir: string
  socialImages: SocialImages
  /** Makes everything again. */
  isComplete?: boolean
  /** Returns the processes that make the responses; they are closed here. */
  openPool: () => BuildPool
  /** Stops the build; the next one continues it. */
  signal: AbortSignal
}

/** What a build has written. */
export interface BuildResult extends BuildCounts {
  /** Absolute. */
  dir: string
  generation: number
  /** What a maintainer may want to know, such as rules that a host will not read: one message for each. */
  notes: string[]
}

/**
 * Writes the site of a mirror as files, and lets `dir` lead to them when they are complete. Throws
 * `BuildError`, `ConfigError`, or the reason of the signal.
 */
export async function buildSite(options: BuildOptions): Promise<BuildResult> {
  const target = new BuildTarget(options.dir)
  try {
    const site = await openStaticSite(options)
    try {
      return await buildFromState(options, { site, target })
    } finally {
      await site.close()
    }
  } catch (error) {
    throw explainFailure(error, target.dir)
  } finally {
    target.close()
  }
}

/** Builds. If the state file turns out to be damaged, builds once more with a new one. */
async function buildFromState(
  options: BuildOptions,
  parts: { site: StaticSite; target: BuildTarget }
): Promise<BuildResult> {
  const file = stateFile(options.dataDir, parts.target.dir)
  let opened = openState(file)
  try {
    return await buildAll(options, { ...parts, opened, file })
  } catch (error) {
    const damage = damageOf(error)
    if (damage === undefined) throw error
    if (opened.state.isIntact()) {
      const message = `the mirror in "${options.dataDir}" is damaged (${damage}); run "fansite check"`
      throw new BuildError(message, { cause: error })
    }
    opened.state.close()
    opened = replaceState(file, damage)
    return await buildAll(options, { ...parts, opened, file })
  } finally {
    closeState(opened, file)
  }
}

async function buildAll(
  options: BuildOptions,
  parts: { site: StaticSite; target: BuildTarget; opened: OpenState; file: string }
): Promise<BuildResult> {
  const { opened, file, ...rest } = parts
  const { state, notes } = opened
  const settings = `${rest.site.context.rendering.settings} ${options.socialImages}`
  if (options.isComplete || state.state().settings !== settings) state.begin(settings)
  const result = await buildVersion({ ...options, ...rest, state, copyFolder: `${file}.copy` })
  return { ...result, notes: [...notes, ...result.notes] }
}

async function buildVersion(
  parts: Pick<BuildOptions, 'socialImages' | 'signal' | 'openPool'> & {
    site: StaticSite
    state: BuildFile
    target: BuildTarget
    /** Where the mirror is copied to, before it is cut into chunks. */
    copyFolder: string
  }
): Promise<BuildResult> {
  const { site, state, target, signal, openPool, socialImages, copyFolder } = parts
  const { context } = site
  const isComplete = state.state().publication === null
  const version = openVersion(target, state)
  const { files } = version
  const pool = openPool()
  const responses = new Responses(context, { pool, socialImages, feedEntries: state.feedEntries })
  const pictures = new PictureFiles(context)
  const build = new FolderBuild({ context, state, files, responses, pictures, signal })
  let notes: string[] = []
  const { folder, earlier, isCopy } = files
  const { searched: before } = state.state()
  const job = { folder, earlier, isCopy, searched: before, copyFolder, isComplete }
  let searched = ''
  try {
    await build.fill(async () => {
      const [data, fixed] = await Promise.all([
        writeData({ ...job, from: openedMirrorFile(context) }, signal),
        writeFixedFiles(site, { folder, earlier, socialImages })
      ])
      notes = fixed.notes
      searched = data.searched
      return { ...fixed, files: new Map([...fixed.files, ...data.files]) }
    })
  } finally {
    await pool.close()
  }
  signal.throwIfAborted()
  const { generation } = context.site.published().publication
  target.publish(version.name)
  state.finish(files.names(), { searched, gone: build.gone() })
  await keepCopy(version, { target, state })
  return { dir: target.dir, generation, ...build.counts, notes }
}

/** The private file with the state of a folder, in the data directory or beside the mirror file. */
function stateFile(dataDir: string, dir: string): string {
  const { file, folder = path.dirname(file) } = mirrorPaths(dataDir)
  const name = createHash('sha256').update(dir).digest('hex').slice(0, 16)
  return path.join(folder, 'builds', `${name}.db`)
}
