import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

/** What each room may import from, besides itself; `server` builds on all that a page needs. */
const allowed: Record<string, string[]> = {
  site: [],
  db: ['site'],
  demo: ['site'],
  web: ['site'],
  server: ['site', 'db', 'web'],
  cli: ['site', 'db', 'server', 'demo', 'site.config.ts']
}

function sourceFiles(room: string): string[] {
  return readdirSync(path.join(root, room), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|tsx|js)$/.test(name))
    .map((name) => path.join(room, name))
}

/** Rooms that a file imports from, by the relative paths in its import statements. */
function importedRooms(file: string): string[] {
  const text = readFileSync(path.join(root, file), 'utf8')
  const specifiers = [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(
    (match) => match[1] ?? ''
  )
  return specifiers.map((specifier) => {
    const target = path.join(path.dirname(file), specifier)
    return target.split(path.sep)[0] ?? ''
  })
}

test.each(Object.entries(allowed))('%s imports only from where it may', (room, rooms) => {
  const files = sourceFiles(room)
  expect(files.length).toBeGreaterThan(0)
  const wrong = files.flatMap((file) =>
    importedRooms(file)
      .filter((target) => target !== room && !rooms.includes(target))
      .map((target) => `${file} imports from ${target}`)
  )
  expect(wrong).toEqual([])
})

test('the rooms that browsers load name no module of Node', () => {
  const wrong = [...sourceFiles('site'), ...sourceFiles('web')].filter((file) =>
    /from 'node:/.test(readFileSync(path.join(root, file), 'utf8'))
  )
  expect(wrong).toEqual([])
})

/** A file with all of ours that are loaded when it is: not what it imports later, or types alone. */
function loadedWith(file: string, loaded = new Set<string>()): Set<string> {
  if (loaded.has(file)) return loaded
  loaded.add(file)
  const text = readFileSync(path.join(root, file), 'utf8')
  for (const [, specifier = ''] of text.matchAll(/^import (?!type )[^'()]*'(\.[^']+)'/gm)) {
    loadedWith(path.join(path.dirname(file), specifier), loaded)
  }
  return loaded
}

test('a command that reads loads nothing that only syncs and the server need', () => {
  const loaded = [...loadedWith('cli/fansite.ts')]
  expect(loaded).toEqual(
    expect.arrayContaining(['cli/commands/query.ts', 'cli/config/find-mirror.ts'])
  )
  const heavy = loaded.filter((file) => /^(cli\/sync|demo|server|web)\//.test(file))
  expect(heavy).toEqual(['cli/sync/sync-error.ts'])
})
