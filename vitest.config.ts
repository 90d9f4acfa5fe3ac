import { fileURLToPath } from 'node:url'

import { defineConfig } from 'vitest/config'

/**
 * `npm run test:dist`: tests that import the server get the one that `npm run build` makes, since a
 * bundler may change what the sources do. Commands run the build in either case.
 */
const isDist = process.env['FANSITE_TEST_DIST'] === '1'
const builtServer = {
  find: /^.*\/server\/app\.ts$/,
  replacement: fileURLToPath(new URL('dist/node/app.js', import.meta.url))
}

/** The tests of routes, errors, headers and commands. */
const distTests = [
  'server/http/*',
  'server/assets/{files,mirror-download,picture-origins}',
  'server/blocks/media',
  'server/feeds/crawlers',
  'server/pages/{lost-pages,page-info,pages}',
  'server/render/failing-pages',
  'server/robustness/{damaged-mirror,long-names}',
  'cli/{build,config-errors,serve-stop,start,status}',
  'cli/sync/incremental/stop'
]

export default defineConfig({
  // The tests render as production does, with React's production build.
  oxc: { jsx: { runtime: 'automatic', development: false } },
  resolve: { alias: isDist ? [builtServer] : [] },
  test: {
    include: isDist
      ? distTests.map((files) => `test/${files}.test.ts`)
      : ['test/**/*.test.{ts,tsx}'],
    globalSetup: ['test/support/build-assets.ts', 'test/support/browser/prepare-chromium.ts'],
    setupFiles: ['test/support/console-guard.ts', 'test/support/tidy-up.ts'],
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
