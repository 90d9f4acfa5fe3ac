import { defineConfig } from 'vitest/config'

/** Tests that need no build, no server and no mirror: those that Stryker runs for each mutant. */
export default defineConfig({
  test: {
    include: ['test/site/**/*.test.ts', 'test/server/http/unit/**/*.test.ts'],
    setupFiles: ['test/support/console-guard.ts', 'test/support/clean-up.ts'],
    testTimeout: 60_000,
    env: { NODE_ENV: 'production' }
  }
})
