import { execFileSync } from 'node:child_process'
import { appendFileSync, cpSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

import { expect, test } from 'vitest'

import { tempDir } from '../temp-dir.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const saying = (word: string) => `export const main = async () => (console.log('${word}'), 0)\n`

/** The beginning of the command, with a source and a build that say which of them runs. */
function smallCommand(): { source: string; list: string; run: () => string } {
  const folder = tempDir()
  for (const name of ['package.json', 'tsconfig.json', 'cli/bin.js', 'server/load-module.js'])
    cpSync(path.join(root, name), path.join(folder, name))
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  mkdirSync(path.join(folder, 'dist/node'), { recursive: true })
  writeFileSync(path.join(folder, 'dist/node/fansite.js'), saying('build'))
  const source = path.join(folder, 'cli/fansite.ts')
  writeFileSync(source, saying('sources'))
  const bin = path.join(folder, 'cli/bin.js')
  const run = () => execFileSync(process.execPath, [bin], { encoding: 'utf8' }).trim()
  return { source, list: path.join(folder, 'dist/node/sources.json'), run }
}

test('the command runs its build while the sources are as they were, and otherwise the sources', () => {
  const { source, list, run } = smallCommand()
  expect(run()).toBe('sources')
  const { size, mtimeMs } = statSync(source)
  writeFileSync(list, JSON.stringify([{ name: 'cli/fansite.ts', size, mtimeMs }]))
  expect(run()).toBe('build')
  appendFileSync(source, '// changed\n')
  expect(run()).toBe('sources')
})
