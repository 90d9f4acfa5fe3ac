import { fileURLToPath } from 'node:url'

import { defineConfig } from 'vitest/config'

/**
 * `npm run test:dist` tests the built server instead of the sources, as a bundler may change
 * behaviour. Commands always run the build.
 */
const isDist = process.env['FANSITE_TEST_DIST'] === '1'
const builtServer = {
  find: /^.*\/server\/app\.ts$/,
  replacement: fileURLToPath(new URL('dist/node/app.js', import.meta.url))
}

/** Tests of routes, errors, headers and commands. */
const distTests = [
  'server/http/*',
  'server/metrics/*',
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
  // Tests render with React's production build, as the server does.
  oxc: { jsx: { runtime: 'automatic', development: false } },
  resolve: { alias: isDist ? [builtServer] : [] },
  test: {
    include: isDist
      ? distTests.map((files) => `test/${files}.test.ts`)
      : ['test/**/*.test.{ts,tsx}'],
    globalSetup: ['test/support/build-assets.ts', 'test/support/browser/prepare-chromium.ts'],
    setupFiles: ['test/support/console-guard.ts', 'test/support/clean-up.ts'],
    // Two workers even on two cores: tests mostly wait for child processes.
    maxWorkers: 2,
    // Guards against hanging tests; a busy machine may be ten times slower.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 100_000 } },
    env: { NODE_ENV: 'production' },
    reporters: ['default']
  }
})
