import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

import { type TestProjectInlineConfiguration, defineConfig } from 'vitest/config'

import { filesOnServer, isStatic } from './test/support/browser/needs-server.ts'
import { memoryFolder, youngGeneration } from './test/support/run/memory.ts'
import { ProjectOrder } from './test/support/run/project-order.ts'
import { digestOf, testCache } from './test/support/run/source-digest.ts'

/** `npm run test:changed` follows imports, which end at the build. */
const isChanged = process.argv.includes('--changed')
/** `npm run test:package` installs the package in a folder of its own. */
const isPackage = process.env['FANSITE_TEST_PACKAGE'] === '1'
const builtServer = {
  find: /^.*\/server\/app\.ts$/,
  replacement: fileURLToPath(new URL('dist/node/app.js', import.meta.url))
}

/**
 * Tests of routes, errors and headers. They use the built server, as a bundler may change behaviour.
 * Commands always run the build, and so do the processes that render.
 */
const builtTests = [
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
  const others = [unitTests, builtTests].filter((names) => names !== tests)
  const exclude = tests === unitTests ? [] : filesOf(others.flat())
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

function ofBuild(): TestProjectInlineConfiguration {
  return { ...project('built', builtTests), resolve: { alias: isChanged ? [] : [builtServer] } }
}

/** What a module becomes depends on these besides its text and this file. */
const settings = digestOf(['tsconfig.json', 'package-lock.json']).slice(0, 16)
const moduleCache = path.join(testCache, 'modules', settings)

const projects = [
  project('unit', unitTests, []),
  project('mirror', ['{db,demo}/**/*', 'cli/sync/**/*']),
  project('server', ['server/**/*']),
  ofBuild(),
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
  return isStatic ? [ofFolders()] : projects
}

export default defineConfig({
  // Tests render with React's production build, as the server does.
  oxc: { jsx: { runtime: 'automatic', development: false } },
  test: {
    projects: chosenProjects(),
    setupFiles: ['test/support/console-guard.ts', 'test/support/clean-up.ts'],
    sequence: { sequencer: ProjectOrder },
    // Most files import the same modules, which takes a second of CPU time.
    isolate: false,
    // The projects then transform each module once together.
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
