import { appendFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

import type { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node'

/** How many lines of an error are listed. */
const ERROR_LINES = 4

/**
 * A reporter that appends the name of each failed test, suite and file of a run, with the first
 * lines of its error, to the file `FAILURE_LIST`.
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

function listed(name: string, error: { message?: string } | undefined): string {
  const message = stripVTControlCharacters(error?.message ?? 'no message').trim()
  const lines = message.split('\n').slice(0, ERROR_LINES)
  return [`FAIL ${name}`, ...lines.map((line) => `  ${line.slice(0, 200)}`), ''].join('\n')
}
