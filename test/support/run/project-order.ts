import path from 'node:path'

import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The projects, those with the longest files first. `all` is that of a whole run, and ends with short files. */
const projectNames = [
  'browser',
  'static',
  'server',
  'built',
  'mirror',
  'cli',
  'unit',
  'all'
] as const

/**
 * Files of the last long project that take long, mostly by waiting. They are known from earlier runs,
 * except in a new clone, where a worker would otherwise start one when the others end.
 */
const longFiles = [
  'deploy/workflow',
  'deploy/cluster',
  'static/interrupted-build',
  'cli/build',
  'deploy/replicate',
  'cli/start',
  'static/next-build',
  'server/process/compile-orphan'
]

/**
 * Runs the projects one after another, and in each first what failed or took long. A worker starts
 * again with each change of project, and then imports everything again.
 */
export class ProjectOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const names: readonly string[] = projectNames
    const place = ({ project }: TestSpecification) => names.indexOf(project.name)
    // `sort` is the method of the sequencer, not that of arrays.
    // oxlint-disable-next-line unicorn/no-array-sort
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => place(a) - place(b) || this.#rank(a) - this.#rank(b))
  }

  /** The same for all files that have run here before: these are sorted by their times. */
  #rank({ project, moduleId }: TestSpecification): number {
    const file = path.relative(this.ctx.config.root, moduleId)
    if (this.ctx.cache.getFileTestResults(`${project.name}:${file}`)) return 0
    const index = longFiles.indexOf(file.replace(/^test\/|\.test\.tsx?$/g, ''))
    return index === -1 ? 0 : index - longFiles.length
  }
}
