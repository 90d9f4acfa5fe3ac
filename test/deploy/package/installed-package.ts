import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

import { expect } from 'vitest'

import { collectOutput } from '../../support/command.ts'
import { onFinished } from '../../support/on-finished.ts'
import { isSweep } from '../../support/run/sweep.ts'

export const root = fileURLToPath(new URL('../../..', import.meta.url))

/** The package, as it is installed in a folder that has nothing else. */
export interface InstalledPackage {
  /** The paths of all files in the package. */
  files: string[]
  packedBytes: number
  /** Contains `node_modules`. */
  folder: string
  remove: () => void
}

/** Packs the package with the build of this run and new types, and installs it. */
export function installPackage(): InstalledPackage {
  const base = mkdtempSync(path.join(os.tmpdir(), 'fansite-package-'))
  const folder = path.join(base, 'own site')
  mkdirSync(folder)
  const options = ['--json', '--silent', '--pack-destination', base]
  execFileSync('npx', ['tsc', '--project', 'library'], { cwd: root, stdio: 'ignore' })
  const packed = execFileSync('npm', ['pack', '--ignore-scripts', ...options], {
    cwd: root,
    encoding: 'utf8'
  })
  const [{ filename, size, files }] = JSON.parse(packed) as [
    { filename: string; size: number; files: { path: string }[] }
  ]
  writeFileSync(path.join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  const tarball = path.join(base, path.basename(filename))
  execFileSync('npm', ['install', '--omit=dev', '--silent', tarball], {
    cwd: folder,
    env: { ...process.env, ...(isSweep ? {} : { [LOCAL_DRIVERS]: packDriver(base) }) },
    stdio: ['ignore', 'ignore', 'inherit']
  })
  const remove = () => rmSync(base, { recursive: true, force: true })
  return { files: files.map((file) => file.path), packedBytes: size, folder, remove }
}

/** Where the SQLite driver's installer looks for a binary before it downloads or compiles one. */
const LOCAL_DRIVERS = 'npm_config_better_sqlite3_local_prebuilds'

/**
 * Packs the SQLite driver of this clone as the installer names it: by version, Node and machine. The
 * `npm ci` of the clone has compiled or downloaded the same version, which takes a minute.
 */
function packDriver(base: string): string {
  const drivers = path.join(base, 'drivers')
  const source = path.join(root, 'node_modules/better-sqlite3')
  const { version } = JSON.parse(readFileSync(path.join(source, 'package.json'), 'utf8')) as {
    version: string
  }
  const { platform, arch, versions } = process
  const name = `better-sqlite3-v${version}-node-v${versions.modules}-${platform}-${arch}.tar.gz`
  mkdirSync(drivers)
  const binary = 'build/Release/better_sqlite3.node'
  execFileSync('tar', ['-czf', path.join(drivers, name), '-C', source, binary])
  return drivers
}

const { PATH, HOME, TMPDIR } = process.env
/** That of a stranger, who has no variables of the tests. */
const environment = { PATH, HOME, ...(TMPDIR !== undefined && { TMPDIR }) }

/** Runs the command of the package in a folder below that of the installed package, or a script of Node. */
export function runIn(
  cwd: string,
  [file = '', ...args]: string[],
  env: Record<string, string> = {}
): { code: number | null; stdout: string; stderr: string } {
  const { status, stdout, stderr } = spawnSync(file, args, {
    cwd,
    env: { ...environment, ...env },
    encoding: 'utf8'
  })
  return { code: status, stdout, stderr }
}

/** Starts a server in a folder until the test ends, and returns its address. */
export async function serveIn(cwd: string, [file = '', ...args]: string[]): Promise<string> {
  const server = spawn(file, args, { cwd, env: environment })
  const ended = once(server, 'exit')
  onFinished(async () => {
    server.kill()
    await ended
  })
  const output = collectOutput(server)
  await expect.poll(() => output.stdout + output.stderr).toMatch(/ is at http/)
  return / is at (http:\/\/\S+)/.exec(output.stdout)?.[1] ?? ''
}
