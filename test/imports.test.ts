import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

/** What each room may import from, besides itself. */
const allowed: Record<string, string[]> = {
  site: [],
  db: ['site'],
  demo: ['site'],
  web: ['site'],
  server: ['site', 'db', 'web'],
  static: ['site', 'db', 'web', 'server'],
  cli: ['site', 'db', 'server', 'static', 'demo', 'site.config.ts'],
  library: ['site', 'db', 'web', 'server', 'cli']
}
const rooms = Object.keys(allowed)

/** Files and folders in a folder. Data of the sample, such as pictures, is not code. */
const MAX_ENTRIES = 15
const dataFolders = ['demo/files']

const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

function sourceFiles(room: string): string[] {
  return readdirSync(path.join(root, room), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|tsx|js)$/.test(name))
    .map((name) => path.join(room, name))
}

/** Our own modules that a file imports, as paths from the root. */
function importsOf(file: string, pattern: RegExp): string[] {
  const specifiers = [...read(file).matchAll(pattern)].map((match) => match[1] ?? '')
  return specifiers.map((specifier) => path.join(path.dirname(file), specifier))
}

const anyImport = /(?:from|import)\s*\(?\s*'(\.[^']+)'/g
/** Without `import()`; with imports of types. */
const staticImport = /^(?:import|export|\}) [^'()]*?from '(\.[^']+)'/gm
/** Without `import()`, and without those of types alone. */
const loadingImport = /^import (?!type )[^'()]*'(\.[^']+)'/gm

test.each(rooms)('%s imports only from the rooms it may use', (room) => {
  const files = sourceFiles(room)
  expect(files.length).toBeGreaterThan(0)
  const wrong = files.flatMap((file) =>
    importsOf(file, anyImport)
      .filter(
        (target) => ![room, ...(allowed[room] ?? [])].includes(target.split(path.sep)[0] ?? '')
      )
      .map((target) => `${file} imports ${target}`)
  )
  expect(wrong).toEqual([])
})

test('rooms that browsers load import no module of Node', () => {
  const build = path.join('web', 'styles', 'sheets')
  const wrong = [...sourceFiles('site'), ...sourceFiles('web')].filter(
    // What puts the style sheets together runs in the build.
    (file) => !file.startsWith(build + path.sep) && /from 'node:/.test(read(file))
  )
  expect(wrong).toEqual([])
})

/** A file with all of our modules that are loaded with it. */
function loadedWith(file: string, loaded = new Set<string>()): Set<string> {
  if (loaded.has(file)) return loaded
  loaded.add(file)
  for (const target of importsOf(file, loadingImport)) loadedWith(target, loaded)
  return loaded
}

test('commands that only read load no code of the sync, the server or the pages', () => {
  const loaded = [...loadedWith('cli/fansite.ts')]
  expect(loaded).toEqual(
    expect.arrayContaining(['cli/commands/query.ts', 'cli/config/find-mirror.ts'])
  )
  const heavy = loaded.filter((file) => /^(cli\/sync|demo|server|web)\//.test(file))
  expect(heavy).toEqual(['cli/sync/sync-error.ts'])
})

/** Files that `file` imports, directly or through others. */
function reachableFrom(file: string, imports: Map<string, string[]>): Set<string> {
  const reached = new Set<string>()
  const visit = (from: string): void => {
    for (const target of imports.get(from) ?? []) {
      if (reached.has(target)) continue
      reached.add(target)
      visit(target)
    }
  }
  visit(file)
  return reached
}

test('no file imports itself by way of others, types included', () => {
  const files = rooms.flatMap(sourceFiles)
  const imports = new Map(files.map((file) => [file, importsOf(file, staticImport)]))
  expect(files.filter((file) => reachableFrom(file, imports).has(file))).toEqual([])
})

test.each([...rooms, 'test'])('no folder of %s has too many entries', (room) => {
  const entries = readdirSync(path.join(root, room), { recursive: true, withFileTypes: true })
  const sizes = new Map<string, number>()
  for (const { parentPath } of entries) {
    const folder = path.relative(root, parentPath)
    if (dataFolders.some((data) => `${folder}/`.startsWith(`${data}/`))) continue
    sizes.set(folder, (sizes.get(folder) ?? 0) + 1)
  }
  expect([...sizes].filter(([, size]) => size > MAX_ENTRIES)).toEqual([])
})
