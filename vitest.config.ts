import { defineConfig } from 'vitest/config'

export default defineConfig({
  // The tests render as production does, with React's production build.
  oxc: { jsx: { runtime: 'automatic', development: false } },
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    globalSetup: ['test/build-assets.ts'],
    setupFiles: ['test/console-guard.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    env: { NODE_ENV: 'production' },
    reporters: ['default']
  }
})
