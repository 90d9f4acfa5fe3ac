import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync
} from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

import { expect, test } from 'vitest'

import { tempDir } from '../support/temp-dir.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const printing = (word: string) => `export const main = async () => (console.log('${word}'), 0)\n`

/** A command whose source and build print which of them runs. */
function smallCommand(): { folder: string; source: string; list: string } {
  const folder = tempDir()
  for (const name of [
    'package.json',
    'tsconfig.json',
    'cli/bin.js',
    'server/process/load-module.js'
  ])
    cpSync(path.join(root, name), path.join(folder, name))
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  mkdirSync(path.join(folder, 'dist/node'), { recursive: true })
  writeFileSync(path.join(folder, 'dist/node/fansite.js'), printing('build'))
  const source = path.join(folder, 'cli/fansite.ts')
  writeFileSync(source, printing('sources'))
  const list = path.join(folder, 'dist/node/sources.json')
  const digest = createHash('sha256').update(readFileSync(source)).digest('hex')
  writeFileSync(list, JSON.stringify({ 'cli/fansite.ts': digest }))
  return { folder, source, list }
}

function run(folder: string): { stdout: string; stderr: string } {
  const bin = path.join(folder, 'cli/bin.js')
  const { stdout, stderr } = spawnSync(process.execPath, [bin], { encoding: 'utf8' })
  return { stdout: stdout.trim(), stderr: stderr.trim() }
}

test('a build of the present sources runs, also after times and folder have changed', () => {
  const { folder, source } = smallCommand()
  expect(run(folder)).toEqual({ stdout: 'build', stderr: '' })
  utimesSync(source, 1, 1)
  const copied = tempDir()
  execFileSync('sh', ['-c', `tar -C '${folder}' -cf - . | tar -C '${copied}' -xf -`])
  expect(run(copied)).toEqual({ stdout: 'build', stderr: '' })
})

test('a stale build is reported, and the sources run', () => {
  const { folder, source } = smallCommand()
  appendFileSync(source, '// changed\n')
  const { stdout, stderr } = run(folder)
  expect(stdout).toBe('sources')
  expect(stderr).toContain('the build is stale (cli/fansite.ts has changed)')
  expect(stderr).toContain('npm run build')
})

test('without a complete build, the sources run', () => {
  const { folder, list } = smallCommand()
  rmSync(list)
  expect(run(folder)).toEqual({ stdout: 'sources', stderr: '' })
})
