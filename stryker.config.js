/**
 * Mutation testing: Stryker changes one operator or value at a time and runs the unit tests that
 * reach it. A mutant that no test fails for survives. See CONTRIBUTING.md.
 *
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'vitest.mutation.config.ts', related: false },
  // Code where a wrong operator does harm. Tables of messages are left out.
  mutate: [
    'site/**/*.ts',
    '!site/locales/{en,ja}*.ts',
    'db/values/**/*.ts',
    'db/search/rank-pages.ts',
    'server/http/**/*.ts',
    'cli/sync/workspace/**/*.ts'
  ],
  // What the tests do not read; the rest is copied for each run.
  ignorePatterns: ['/dist', '/data', '/docs', '/migrations', '/deploy', '/.stryker'],
  // Absent on purpose: Stryker would rewrite the file with TypeScript's API, which version 7 lacks.
  tsconfigFile: 'absent.json',
  coverageAnalysis: 'perTest',
  // Each mutant in a constant of a module would need a new process.
  ignoreStatic: true,
  concurrency: 2,
  incremental: true,
  incrementalFile: '.stryker/incremental.json',
  tempDirName: '.stryker/tmp',
  reporters: ['clear-text', 'progress-append-only', 'json'],
  jsonReporter: { fileName: '.stryker/mutation.json' },
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  thresholds: { high: 95, low: 85, break: 85 },
  disableTypeChecks: false
}
