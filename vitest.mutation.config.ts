import { defineConfig } from 'vitest/config'

/**
 * The unit tests of the folders that Stryker mutates; it runs them for each mutant. Those that write a
 * mirror would take most of the time, and reach little of this code alone.
 */
export default defineConfig({
  test: {
    include: [
      'test/site/**/*.test.ts',
      'test/db/values/**/*.test.ts',
      'test/db/search/*.test.ts',
      'test/server/http/unit/**/*.test.ts',
      'test/cli/sync/workspace/**/*.test.ts'
    ],
    exclude: ['test/db/search/{golden-ranking,names,shards}.test.ts'],
    setupFiles: ['test/support/console-guard.ts', 'test/support/clean-up.ts'],
    // The longest property test, instrumented, on a busy machine.
    testTimeout: 60_000,
    // Each mutant needs a run: importing the modules again would take most of its time.
    isolate: false,
    env: { NODE_ENV: 'production', FANSITE_PROPERTY_RUNS: '20' }
  }
})
