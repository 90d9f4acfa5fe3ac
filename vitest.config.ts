import { fileURLToPath } from 'node:url'

import { defineConfig } from 'vitest/config'

/**
 * With FANSITE_TEST_DIST=1 tests that import the server get the one that `npm run build` makes, since
 * a bundler may change what the sources do. Commands run the build in either case.
 */
const alias =
  process.env['FANSITE_TEST_DIST'] === '1'
    ? [
        {
          find: /^.*\/server\/app\.ts$/,
          replacement: fileURLToPath(new URL('dist/node/app.js', import.meta.url))
        }
      ]
    : []

export default defineConfig({
  // The tests render as production does, with React's production build.
  oxc: { jsx: { runtime: 'automatic', development: false } },
  resolve: { alias },
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    globalSetup: ['test/build-assets.ts', 'test/browser/prepare-chromium.ts'],
    setupFiles: ['test/console-guard.ts', 'test/tidy-up.ts'],
    // Two, on two cores as well: much of the time tests wait for processes of their own.
    maxWorkers: 2,
    // A guard against hanging, and no measure: a machine may be ten times slower for a moment.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 100_000 } },
    env: { NODE_ENV: 'production' },
    reporters: ['default']
  }
})
