import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

import { type TestProjectInlineConfiguration, defineConfig } from 'vitest/config'

import { filesOnServer, isStatic } from './test/support/browser/needs-server.ts'
import { mallocSettings, memoryFolder, nodeOptions } from './test/support/run/process-settings.ts'
import { ProjectOrder } from './test/support/run/project-order.ts'
import { digestOf, testCache } from './test/support/run/source-digest.ts'
import { isSweep } from './test/support/run/sweep.ts'

/** `npm run test:changed` follows imports, which end at the build. */
const isChanged = process.argv.includes('--changed')
/**
 * Whether all tests run, not some files or projects. Most of them are then in one project: a worker,
 * and the processes and the browser that it has started, end at each change of the project.
 */
const isWhole = !process.argv
  .slice(2)
  .some((each) => /^--(changed|project)\b|^(?!-|(run|watch|list)$)/.test(each))
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
  'demo/{cluster/*,query-*,sample}',
  'server/blocks/{format-bytes,prepare-blocks}',
  'server/http/unit/**/*',
  'server/metrics/metrics-docs',
  'server/redis/circuit-breaker',
  'static/place-address'
]

const filesOf = (names: string[]) => names.map((name) => `test/${name}.test.{ts,tsx}`)

const build = 'test/support/run/build-assets.ts'
const chromium = 'test/support/browser/prepare-chromium.ts'

interface ProjectOptions {
  /** Tests of other projects. */
  except?: string[]
  globalSetup?: string[]
}

function project(name: string, tests: string[], options: ProjectOptions = {}) {
  const { except = [...unitTests, ...builtTests], globalSetup = [build] } = options
  const test = { name, include: filesOf(tests), exclude: filesOf(except), globalSetup }
  return { extends: true, test } satisfies TestProjectInlineConfiguration
}

/** Where the tests write: databases in memory need no disk. */
const temporary = memoryFolder()

/**
 * What proves most in a folder of files; `npm run test:static` runs all. It is one file, because
 * workers that start at the same time would each build the folder.
 */
const folderTests = isStatic ? ['browser/**/*'] : ['browser/visitor']
const onServer = filesOf(Object.keys(filesOnServer).map((name) => `browser/${name}`))

function ofFolders(): TestProjectInlineConfiguration {
  const { test, ...rest } = project('static', folderTests, { globalSetup: [build, chromium] })
  const exclude = [...test.exclude, ...onServer]
  return { ...rest, test: { ...test, exclude, env: { FANSITE_TEST_STATIC: '1' } } }
}

function ofBuild(except: string[]): TestProjectInlineConfiguration {
  const resolve = { alias: isChanged ? [] : [builtServer] }
  return { ...project('built', builtTests, { except }), resolve }
}

/** What a module becomes depends on these besides its text and this file. */
const settings = digestOf(['tsconfig.json', 'package-lock.json']).slice(0, 16)
const moduleCache = path.join(testCache, 'modules', settings)

const projects = [
  project('unit', unitTests, { except: [], globalSetup: [] }),
  project('mirror', ['{db,demo}/**/*', 'cli/sync/**/*']),
  project('server', ['server/**/*']),
  ofBuild(unitTests),
  project('cli', [
    'docs',
    'deploy/*',
    'deploy/!(package)/**/*',
    'cli/*',
    'cli/!(sync)/**/*',
    'static/**/*'
  ]),
  project('browser', ['browser/**/*'], { globalSetup: [build, chromium] }),
  ofFolders()
]

const packageTests = ['deploy/package/*']
const packageProjects = [project('package', packageTests)]

/** All tests, in as few projects as possible. */
const wholeProjects = [
  project('all', ['**/*'], {
    except: [...builtTests, ...packageTests],
    globalSetup: [build, chromium]
  }),
  ofBuild([]),
  ofFolders()
]

function chosenProjects() {
  if (isPackage) return packageProjects
  if (isStatic) return [ofFolders()]
  return isWhole ? wholeProjects : projects
}

export default defineConfig({
  // Tests render with React's production build, as the server does.
  oxc: { jsx: { runtime: 'automatic', development: false } },
  test: {
    projects: chosenProjects(),
    setupFiles: ['test/support/setup/console-guard.ts', 'test/support/setup/clean-up.ts'],
    sequence: { sequencer: ProjectOrder },
    // Most files import the same modules, which takes a second of CPU time.
    isolate: false,
    // The projects then transform each module once together.
    experimental: { fsModuleCache: true, fsModuleCachePath: moduleCache },
    execArgv: nodeOptions,
    // One more than there are cores, since tests wait for timeouts and other processes.
    maxWorkers: os.availableParallelism() + 1,
    // Guards against hanging tests; a busy machine may be ten times slower.
    testTimeout: isSweep ? 3_600_000 : 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 100_000 } },
    env: {
      NODE_ENV: 'production',
      ...mallocSettings,
      ...(temporary && { TMPDIR: temporary })
    },
    reporters: ['default']
  }
})
