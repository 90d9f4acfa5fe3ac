import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { build } from 'vite'

import { packages, sourceUrls } from '../../../vite.node.config.ts'
import { digestOf, testCache } from './source-digest.ts'
import { builtSync, syncProcess } from './sync-elsewhere.ts'

const note = path.join(testCache, 'build.json')

/** What a build depends on: our code, the settings of the build, and the packages. */
const inputs = [
  'cli',
  'db',
  'demo',
  'library',
  'server',
  'site',
  'static',
  'web',
  'site.config.ts',
  'tsconfig.json'
]
const syncSources = ['test/support/run/sync-process.ts', 'test/support/workspaces/sync-from.ts']
const settings = ['package.json', 'package-lock.json', 'vite.config.ts', 'vite.node.config.ts']

/**
 * Builds the browser's assets, the server, and the process that syncs, before the tests. A build of the same sources is kept,
 * unless one of its files has changed.
 */
export default async function buildAssets(): Promise<void> {
  const sources = digestOf([...inputs, ...syncSources, ...settings])
  if (readNote() === noteOf(sources)) return
  // Set by the test runner; without it, the text `undefined` would be assigned below.
  const environment = process.env['NODE_ENV'] ?? 'test'
  // The names of the files depend on it: `npm run build` writes the same ones.
  process.env['NODE_ENV'] = 'production'
  // That of the test runner fails on cached modules, and would hide why a build fails.
  const { prepareStackTrace } = Error
  Reflect.deleteProperty(Error, 'prepareStackTrace')
  await build({ logLevel: 'error' })
  await build({ configFile: 'vite.node.config.ts', logLevel: 'error' })
  await buildSync()
  Error.prepareStackTrace = prepareStackTrace
  process.env['NODE_ENV'] = environment
  mkdirSync(testCache, { recursive: true })
  writeFileSync(note, noteOf(sources))
}

/** The process of `syncElsewhere`: as a build it starts in a tenth of the time. */
async function buildSync(): Promise<void> {
  const outDir = path.dirname(builtSync)
  await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    ssr: packages,
    plugins: [sourceUrls(outDir)],
    build: { ssr: syncProcess, outDir, emptyOutDir: true, target: 'node20', minify: false }
  })
}

function readNote(): string | undefined {
  return existsSync(note) ? readFileSync(note, 'utf8') : undefined
}

/** Identifies the sources and the build that exists. */
function noteOf(sources: string): string {
  return JSON.stringify({ sources, build: digestOf(['dist']) })
}
