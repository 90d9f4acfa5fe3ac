import { createHash } from 'node:crypto'
import path from 'node:path'

import Database from 'better-sqlite3'

import { mirrorPaths } from '../db/mirror/mirror-paths.ts'
import { makeFolder } from '../db/mirror/make-folder.ts'
import type { SocialImages } from './addresses/place-picture.ts'
import { writeData } from './data/write-data.ts'
import { writeFixedFiles } from './fixed-files.ts'
import { type BuildCounts, FolderBuild } from './folder-build.ts'
import { BuildTarget } from './folder/build-target.ts'
import { keepCopy, openVersion } from './folder/open-version.ts'
import { explainFailure } from './folder/explain-failure.ts'
import { BuildPool } from './render/build-pool.ts'
import { type StaticSite, type StaticSiteOptions, openStaticSite } from './render/open-site.ts'
import { PictureFiles } from './render/picture-files.ts'
import { Responses, openedMirrorFile } from './render/responses.ts'
import { BuildFile, removeBuildFile } from './state/build-file.ts'

interface BuildOptions extends StaticSiteOptions {
  /** The folder to write to. */
  dir: string
  socialImages: SocialImages
  /** Makes everything again. */
  isComplete?: boolean
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
  const { dir, dataDir, socialImages, isComplete = false } = options
  const target = new BuildTarget(dir)
  try {
    const site = await openStaticSite(options)
    const file = stateFile(dataDir, target.dir)
    const { state, notes } = openState(file)
    try {
      const settings = `${site.context.rendering.settings} ${socialImages}`
      if (isComplete || state.state().settings !== settings) state.begin(settings)
      const copyFolder = `${file}.copy`
      const result = await buildVersion({ ...options, site, state, target, copyFolder })
      return { ...result, notes: [...notes, ...result.notes] }
    } finally {
      state.close()
      await site.close()
    }
  } catch (error) {
    throw explainFailure(error, target.dir)
  } finally {
    target.close()
  }
}

async function buildVersion(
  parts: Pick<BuildOptions, 'socialImages' | 'signal'> & {
    site: StaticSite
    state: BuildFile
    target: BuildTarget
    /** Where the mirror is copied to, before it is cut into chunks. */
    copyFolder: string
  }
): Promise<BuildResult> {
  const { site, state, target, signal, socialImages, copyFolder } = parts
  const { context, app } = site
  const isComplete = state.state().publication === null
  const version = openVersion(target, state)
  const { files } = version
  const pool = new BuildPool((error) => app.log.error(error))
  const responses = new Responses(context, { pool, socialImages })
  const pictures = new PictureFiles(context)
  const build = new FolderBuild({ context, state, files, responses, pictures, signal })
  let notes: string[] = []
  try {
    const { folder, earlier, isCopy } = files
    const place = { folder, earlier, isCopy, copyFolder, isComplete }
    await build.fill(async () => {
      const [data, fixed] = await Promise.all([
        writeData({ ...place, from: openedMirrorFile(context) }, signal),
        writeFixedFiles(site, { folder, earlier, socialImages })
      ])
      notes = fixed.notes
      return { ...fixed, files: new Map([...fixed.files, ...data]) }
    })
  } finally {
    await pool.close()
  }
  signal.throwIfAborted()
  const { generation } = context.site.published().publication
  target.publish(version.name)
  state.finish({ files: files.names(), gone: build.gone() })
  await keepCopy(version, { target, state })
  return { dir: target.dir, generation, ...build.counts, notes }
}

/** The private file about a folder, in the data directory or beside the mirror file. */
function stateFile(dataDir: string, dir: string): string {
  const { file, folder = path.dirname(file) } = mirrorPaths(dataDir)
  const name = createHash('sha256').update(dir).digest('hex').slice(0, 16)
  return path.join(folder, 'builds', `${name}.db`)
}

/** Opens the file; a damaged one is replaced, and that of another version is emptied. */
function openState(file: string): { state: BuildFile; notes: string[] } {
  try {
    makeFolder(path.dirname(file))
    const state = new BuildFile(file)
    const note = `"${file}" was written by another version of fansite, so everything was made again`
    return { state, notes: state.isOfOtherVersion ? [note] : [] }
  } catch (error) {
    const isDamaged =
      error instanceof Database.SqliteError && /^SQLITE_(NOTADB|CORRUPT)/.test(error.code)
    if (!isDamaged) throw explainFailure(error, file)
    removeBuildFile(file)
    const note = `"${file}" was damaged (${error.code}), so everything was made again`
    return { state: new BuildFile(file), notes: [note] }
  }
}
