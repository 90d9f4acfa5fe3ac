/**
 * Mutation testing: Stryker changes one operator or value at a time and runs the unit tests that
 * reach it. A mutant that no test fails for survives. See CONTRIBUTING.md.
 */
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'vitest.mutation.config.ts', related: false },
  // Code where a wrong operator does harm, and that unit tests reach. Tables of messages and of
  // headers are left out, and what needs a server, a mirror or the API.
  mutate: [
    'site/**/*.ts',
    '!site/locales/**/{en,ja}*.ts',
    // Reached by the tests of pages, of the mirror, and of the search in a folder.
    '!site/addresses/offline-paths.ts',
    '!site/browse/*.ts',
    '!site/config/theme-colors.ts',
    '!site/formats/*.ts',
    '!site/notion/text/first-sentence.ts',
    '!site/pages/{summarize-rows,view-rows,view-window}.ts',
    '!site/search/{matching-sections,section-tokens}.ts',
    '!site/search/shards/*.ts',
    '!site/spoilers/{chapter-order,link-texts}.ts',
    '!site/sql/*.ts',
    'db/values/formula/**/*.ts',
    '!db/values/formula/{formula-code,normalize-node}.ts',
    'db/values/rollup.ts',
    'db/search/rank-pages.ts',
    'server/http/{allow-methods,byte-range,caching,connections,missing-file}.ts',
    'server/http/{refusals,request-params,request-path,send-text}.ts',
    'cli/sync/workspace/{records,query}/*.ts',
    'cli/sync/workspace/{batch-size,call-error,read-body,request-budget}.ts'
  ],
  // What the tests do not read; the rest is copied for each run.
  ignorePatterns: ['/dist', '/data', '/docs', '/migrations', '/deploy', '/.stryker'],
  // Absent on purpose: Stryker would rewrite the file with TypeScript's API, which version 7 lacks.
  tsconfigFile: 'absent.json',
  coverageAnalysis: 'perTest',
  // Mutants in constants of modules are not measured: each would need all tests again.
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
