import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

import { build } from 'vite'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const note = path.join(root, 'node_modules/.cache/fansite/build.json')

/** What a build depends on: our code, the configuration of the build, and the packages. */
const inputs = ['cli', 'db', 'demo', 'server', 'site', 'web', 'site.config.ts', 'tsconfig.json']
const settings = ['package.json', 'package-lock.json', 'vite.config.ts', 'vite.node.config.ts']

/**
 * Builds the browser's assets and the server before the tests. A build of the same sources is kept,
 * unless one of its files has changed.
 */
export default async function buildAssets(): Promise<void> {
  const sources = digestOf([...inputs, ...settings])
  if (readNote() === JSON.stringify({ sources, build: digestOf(['dist']) })) return
  await build({ logLevel: 'error' })
  await build({ configFile: 'vite.node.config.ts', logLevel: 'error' })
  mkdirSync(path.dirname(note), { recursive: true })
  writeFileSync(note, JSON.stringify({ sources, build: digestOf(['dist']) }))
}

function readNote(): string | undefined {
  return existsSync(note) ? readFileSync(note, 'utf8') : undefined
}

/** SHA-256 of the names and contents of these files and folders. */
function digestOf(names: string[]): string {
  const digest = createHash('sha256')
  for (const file of names.flatMap(filesOf)) digest.update(file).update(readFileSync(file))
  return digest.digest('hex')
}

/** Full paths of the files at a name in the project, sorted; none if it does not exist. */
function filesOf(name: string): string[] {
  const file = path.join(root, name)
  if (!existsSync(file)) return []
  if (!statSync(file).isDirectory()) return [file]
  const entries = readdirSync(file, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return files.map((entry) => path.join(entry.parentPath, entry.name)).toSorted()
}
