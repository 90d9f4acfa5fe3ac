import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { build } from 'vite'

import { digestOf, testCache } from './source-digest.ts'

const note = path.join(testCache, 'build.json')

/** What a build depends on: our code, the settings of the build, and the packages. */
const inputs = ['cli', 'db', 'demo', 'server', 'site', 'web', 'site.config.ts', 'tsconfig.json']
const settings = ['package.json', 'package-lock.json', 'vite.config.ts', 'vite.node.config.ts']

/**
 * Builds the browser's assets and the server before the tests. A build of the same sources is kept,
 * unless one of its files has changed.
 */
export default async function buildAssets(): Promise<void> {
  const sources = digestOf([...inputs, ...settings])
  if (readNote() === noteOf(sources)) return
  await build({ logLevel: 'error' })
  await build({ configFile: 'vite.node.config.ts', logLevel: 'error' })
  mkdirSync(testCache, { recursive: true })
  writeFileSync(note, noteOf(sources))
}

function readNote(): string | undefined {
  return existsSync(note) ? readFileSync(note, 'utf8') : undefined
}

/** Identifies the sources and the build that exists. */
function noteOf(sources: string): string {
  return JSON.stringify({ sources, build: digestOf(['dist']) })
}
