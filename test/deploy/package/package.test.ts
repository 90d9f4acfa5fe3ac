import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  symlinkSync,
  writeFileSync
} from 'node:fs'
import path from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { SAMPLE_ROOT_PAGE_ID } from '../../../demo/sample/sample-root.ts'
import { type InstalledPackage, installPackage, root, runIn, serveIn } from './installed-package.ts'

/** A compressed package of more bytes has something that it should not have. */
const MAX_PACKED_BYTES = 16_000_000
/** In a sweep, the SQLite driver is compiled, which takes minutes on a busy machine. */
const INSTALL_MS = 900_000

let installed: InstalledPackage
let command: string

beforeAll(() => {
  installed = installPackage()
  command = path.join(installed.folder, 'node_modules/.bin/fansite')
}, INSTALL_MS)

afterAll(() => installed.remove())

/** A new folder beside `node_modules`, so that `fansite` is found from it. */
function newFolder(name: string): string {
  const folder = path.join(installed.folder, name)
  mkdirSync(folder)
  return folder
}

const config = {
  rootNotionPageId: SAMPLE_ROOT_PAGE_ID,
  name: 'Own wiki',
  domain: 'wiki.example.org',
  author: 'the editors'
}

test('the package has what runs, and no tests, sources or data', () => {
  const own = installed.files.filter((file) => !file.startsWith('node_modules/'))
  const folders = new Set(own.map((file) => file.split('/').slice(0, 2).join('/')))
  expect(
    [...folders].filter((name) => /^(test|data|\.|dist\/test|dist\/bench)/.test(name))
  ).toEqual([])
  const sources = own.filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'))
  expect(sources).toEqual([])
  expect(own).toEqual(
    expect.arrayContaining([
      'LICENSE',
      'dist/node/fansite.js',
      'dist/node/library.js',
      'dist/types/library/types.d.ts',
      'dist/web/.vite/manifest.json',
      'docs/library.md',
      'migrations/meta/_journal.json'
    ])
  )
  expect(installed.packedBytes).toBeLessThan(MAX_PACKED_BYTES)
  expect(existsSync(path.join(installed.folder, 'node_modules/pdfjs-dist'))).toBe(false)
})

test('init, sync and serve make a site in an empty folder, and write nothing into the package', async () => {
  const folder = newFolder('wiki')
  const before = filesBelow(path.join(installed.folder, 'node_modules/fansite'))
  const made = runIn(folder, [command, 'init', '--root', SAMPLE_ROOT_PAGE_ID, '--yes'])
  expect(made).toMatchObject({ code: 0, stderr: '' })
  expect(made.stdout).toContain('Found the page "Hollow Lantern"')
  // TypeScript that Node itself cannot strip.
  writeFileSync(path.join(folder, 'names.ts'), "export enum Names { wiki = 'Own wiki' }\n")
  edit(path.join(folder, 'site.config.ts'), (text) =>
    `import { Names } from './names.ts'\n${text}`
      .replace("name: 'Hollow Lantern'", 'name: Names.wiki')
      .replace('defineConfig({', "defineConfig({\n  components: './components.tsx',")
  )
  writeFileSync(
    path.join(folder, 'components.tsx'),
    `import type { SlotProps } from 'fansite'
export const Callout = ({ children }: SlotProps['Callout']) => <aside className="own">{children}</aside>
`
  )
  expect(runIn(folder, [command, 'sync'])).toMatchObject({ code: 0 })
  expect(existsSync(path.join(folder, 'data/mirror.db'))).toBe(true)
  const address = await serveIn(folder, [command, 'serve', '--port', '0'])
  const page = await (await fetch(`${address}/techniques`)).text()
  expect(page).toContain('Own wiki')
  const withCallout = await (await fetch(`${address}/`)).text()
  expect(withCallout).toContain('<aside class="own">')
  expect((await fetch(`${address}/api/social-image?id=${SAMPLE_ROOT_PAGE_ID}`)).status).toBe(200)
  expect(filesBelow(path.join(installed.folder, 'node_modules/fansite'))).toEqual(before)
})

test('without a site.config.ts, the command says that it shows the sample', async () => {
  const folder = newFolder('empty')
  const { code, stderr } = runIn(folder, [command, 'sync'])
  expect(code).toBe(0)
  expect(stderr).toContain('since there is no site.config.ts')
  const address = await serveIn(folder, [command, 'serve', '--port', '0'])
  expect(await (await fetch(address)).text()).toContain('Hollow Lantern')
})

test('a tool syncs, reads the mirror and mounts the site', () => {
  const folder = newFolder('tool')
  cpSync(path.join(root, 'test/deploy/package/tool.js'), path.join(folder, 'tool.js'))
  const env = { NODE_ENV: 'production', CONFIG: JSON.stringify(config) }
  const { stdout, stderr } = runIn(folder, [process.execPath, 'tool.js'], env)
  expect(stderr).toBe('')
  expect(JSON.parse(stdout)).toEqual({
    published: [true, false],
    generation: 1,
    page: true,
    rows: true,
    hit: '/lantern-oil',
    counted: true,
    errors: ['mirror', 'not_found', 'query', 'config', 'stopped'],
    server: 200,
    host: 'own',
    mounted: 200
  })
})

test('the types of the package suit a tool in strict TypeScript', () => {
  const folder = newFolder('typed')
  const modules = path.join(installed.folder, 'node_modules')
  cpSync(path.join(root, 'test/deploy/package/typed-tool.ts'), path.join(folder, 'typed-tool.ts'))
  // A development dependency of whoever uses Node in TypeScript.
  mkdirSync(path.join(modules, '@types'), { recursive: true })
  for (const name of ['node', 'react'])
    symlinkSync(path.join(root, 'node_modules/@types', name), path.join(modules, '@types', name))
  const compilerOptions = {
    strict: true,
    noUncheckedIndexedAccess: true,
    module: 'nodenext',
    target: 'es2023',
    types: ['node'],
    noEmit: true
  }
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }))
  const { code, stdout } = runIn(folder, [path.join(root, 'node_modules/.bin/tsc')])
  expect(stdout).toBe('')
  expect(code).toBe(0)
})

test('a clone with a build runs with the production dependencies alone', async () => {
  const clone = path.join(installed.folder, 'clone')
  const names = [
    'cli',
    'db',
    'demo',
    'dist',
    'library',
    'migrations',
    'server',
    'site',
    'static',
    'web'
  ]
  for (const name of [
    ...names,
    'package.json',
    'site.config.ts',
    'components.tsx',
    'vite.node.config.ts'
  ])
    cpSync(path.join(root, name), path.join(clone, name), { recursive: true })
  // npm has put these beside the package, since another version could be there.
  const nested = path.join(installed.folder, 'node_modules/fansite/node_modules')
  cpSync(nested, path.join(clone, 'node_modules'), { recursive: true })
  const prepared = runIn(clone, [process.execPath, 'cli/process/prepare.js'])
  expect(prepared).toMatchObject({ code: 0 })
  edit(path.join(clone, 'site.config.ts'), (text) => text.replace('Hollow Lantern', 'Edited wiki'))
  expect(runIn(clone, [process.execPath, 'cli/bin.js', 'sync'])).toMatchObject({ code: 0 })
  const address = await serveIn(clone, [process.execPath, 'cli/bin.js', 'serve', '--port', '0'])
  expect(await (await fetch(address)).text()).toContain('Edited wiki')

  edit(path.join(clone, 'cli/fansite.ts'), (text) => `${text}\n`)
  const stale = runIn(clone, [process.execPath, 'cli/bin.js', '--help'])
  expect(stale.code).toBe(1)
  expect(stale.stderr).toMatch(
    /^fansite cannot run its build.*cli\/fansite\.ts has changed.*npm ci.*\n$/
  )
})

function edit(file: string, change: (text: string) => string): void {
  const text = readFileSync(file, 'utf8')
  const changed = change(text)
  expect(changed).not.toBe(text)
  writeFileSync(file, changed)
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()
}
