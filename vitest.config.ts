import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

import { type TestProjectInlineConfiguration, defineConfig } from 'vitest/config'

import { filesOnServer, isStatic } from './test/support/browser/needs-server.ts'
import { memoryFolder, youngGeneration } from './test/support/run/memory.ts'
import { ProjectOrder } from './test/support/run/project-order.ts'
import { digestOf, testCache } from './test/support/run/source-digest.ts'

/**
 * `npm run test:dist` tests the built server instead of the sources, as a bundler may change
 * behaviour. Commands always run the build.
 */
const isDist = process.env['FANSITE_TEST_DIST'] === '1'
/** `npm run test:package` installs the package in a folder of its own. */
const isPackage = process.env['FANSITE_TEST_PACKAGE'] === '1'
const builtServer = {
  find: /^.*\/server\/app\.ts$/,
  replacement: fileURLToPath(new URL('dist/node/app.js', import.meta.url))
}

/** Tests of routes, errors and headers. */
const distTests = [
  'server/http/*',
  'server/metrics/*',
  'server/assets/{files,mirror-copy,mirror-download,picture-origins}',
  'server/blocks/media',
  'server/feeds/crawlers',
  'server/pages/{lost-pages,page-info,pages}',
  'server/render/failing-pages',
  'server/robustness/{damaged-mirror,long-names}',
  'cli/status'
]

/** Tests that need no build, server, sync or command. */
const unitTests = [
  'site/**/*',
  '{imports,lockfile}',
  'cli/query/query-table',
  'cli/sync/workspace/**/*',
  'db/mirror/open-mirror',
  'db/{values,unit}/**/*',
  'db/search/*',
  'demo/{query-*,sample}',
  'server/blocks/prepare-blocks',
  'server/http/unit/**/*',
  'server/metrics/metrics-docs',
  'server/redis/circuit-breaker'
]

const filesOf = (names: string[]) => names.map((name) => `test/${name}.test.{ts,tsx}`)

const build = 'test/support/run/build-assets.ts'
const chromium = 'test/support/browser/prepare-chromium.ts'

function project(name: string, tests: string[], globalSetup = [build]) {
  const exclude = ['unit', 'dist'].includes(name) ? [] : filesOf(unitTests)
  const test = { name, include: filesOf(tests), exclude, globalSetup }
  return { extends: true, test } satisfies TestProjectInlineConfiguration
}

/** Where the tests write: databases in memory need no disk. */
const temporary = memoryFolder()

/** Those of visitors that prove most in a folder of files; `npm run test:static` runs all. */
const folderTests = isStatic ? ['browser/**/*'] : ['browser/visitor', 'browser/navigation/in-place']
const onServer = filesOf(Object.keys(filesOnServer).map((name) => `browser/${name}`))

function ofFolders(): TestProjectInlineConfiguration {
  const { test, ...rest } = project('static', folderTests, [build, chromium])
  const exclude = [...test.exclude, ...onServer]
  return { ...rest, test: { ...test, exclude, env: { FANSITE_TEST_STATIC: '1' } } }
}

/** What a module becomes depends on these besides its text and this file. */
const settings = digestOf(['tsconfig.json', 'package-lock.json']).slice(0, 16)
const moduleCache = path.join(testCache, 'modules', settings)

const projects = [
  project('unit', unitTests, []),
  project('mirror', ['{db,demo}/**/*', 'cli/sync/**/*']),
  project('server', ['server/**/*']),
  project('cli', [
    'docs',
    'deploy/*',
    'deploy/!(package)/**/*',
    'cli/*',
    'cli/!(sync)/**/*',
    'static/**/*'
  ]),
  project('browser', ['browser/**/*'], [build, chromium]),
  ofFolders()
]

const packageProjects = [project('package', ['deploy/package/*'])]

function chosenProjects() {
  if (isPackage) return packageProjects
  if (isStatic) return [ofFolders()]
  return isDist ? [project('dist', distTests)] : projects
}

export default defineConfig({
  // Tests render with React's production build, as the server does.
  oxc: { jsx: { runtime: 'automatic', development: false } },
  resolve: { alias: isDist ? [builtServer] : [] },
  test: {
    projects: chosenProjects(),
    setupFiles: ['test/support/console-guard.ts', 'test/support/clean-up.ts'],
    sequence: { sequencer: ProjectOrder },
    // Most files import the same modules, which takes a second of CPU time.
    isolate: false,
    // The projects, and `npm run test:dist`, then transform each module once together.
    experimental: { fsModuleCache: true, fsModuleCachePath: moduleCache },
    execArgv: youngGeneration,
    // One more than there are cores, since tests wait for timeouts and other processes.
    maxWorkers: os.availableParallelism() + 1,
    // Guards against hanging tests; a busy machine may be ten times slower.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 100_000 } },
    env: { NODE_ENV: 'production', ...(temporary && { TMPDIR: temporary }) },
    reporters: ['default']
  }
})
