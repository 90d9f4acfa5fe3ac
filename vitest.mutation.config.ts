import { defineConfig } from 'vitest/config'

import { keepThread } from './test/support/setup/kept-thread.ts'

/**
 * The unit tests of the folders that Stryker mutates; it runs them for each mutant. Those that write a
 * mirror would take most of the time, and reach little of this code alone. Runs under Stryker only.
 */
export default defineConfig({
  plugins: [keepThread],
  test: {
    include: [
      'test/site/**/*.test.ts',
      'test/db/values/**/*.test.ts',
      'test/db/search/*.test.ts',
      'test/server/http/unit/**/*.test.ts',
      'test/cli/sync/workspace/**/*.test.ts'
    ],
    exclude: ['test/db/search/{golden-ranking,names,shards,statements}.test.ts'],
    setupFiles: [
      'test/support/setup/fresh-modules.ts',
      'test/support/setup/console-guard.ts',
      'test/support/setup/clean-up.ts'
    ],
    // Modules are reset after Stryker's own setup file and before the others load theirs.
    sequence: { setupFiles: 'list' },
    // The longest property test, instrumented, on a busy machine.
    testTimeout: 60_000,
    // The test files of a mutant share modules.
    isolate: false,
    env: { NODE_ENV: 'production', FANSITE_PROPERTY_RUNS: '20' }
  }
})
