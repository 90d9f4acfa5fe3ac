import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The projects, those with the longest files first. */
const projectNames = ['browser', 'static', 'server', 'mirror', 'cli', 'unit'] as const

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
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b))
  }
}
