import { appendFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

import type { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node'

/** How many lines of an error are listed, and of the difference between what was expected and received. */
const ERROR_LINES = 4
const DIFF_LINES = 16

/**
 * A reporter that appends the name of each failed test, suite and file of a run, with the first
 * lines of its error and of its difference, to the file `FAILURE_LIST`.
 */
export default class ListFailures implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly { message?: string }[]): void {
    const failures = modules.flatMap((module) => [
      ...listSuite(module),
      ...[...module.children.allSuites()].flatMap(listSuite),
      ...[...module.children.allTests('failed')].map(listTest)
    ])
    const outside = unhandled.map((error) => listed('outside of tests', error))
    appendFileSync(process.env['FAILURE_LIST'] ?? '', [...failures, ...outside].join(''))
  }
}

function listTest(test: TestCase): string {
  return listed(`${test.module.relativeModuleId} > ${test.fullName}`, test.result().errors?.[0])
}

/** The errors of a file or suite itself: imports and hooks. */
function listSuite(suite: TestModule | TestSuite): string[] {
  const name =
    suite.type === 'module'
      ? suite.relativeModuleId
      : `${suite.module.relativeModuleId} > ${suite.fullName}`
  return suite.errors().map((error) => listed(name, error))
}

function listed(name: string, error: { message?: string; diff?: string } | undefined): string {
  const lines = [
    ...firstLines(error?.message ?? 'no message', ERROR_LINES),
    ...firstLines(error?.diff ?? '', DIFF_LINES)
  ]
  return [`FAIL ${name}`, ...lines.map((line) => `  ${line.slice(0, 200)}`), ''].join('\n')
}

function firstLines(text: string, count: number): string[] {
  const lines = stripVTControlCharacters(text).trim().split('\n')
  return lines.filter((line) => line.trim() !== '').slice(0, count)
}
