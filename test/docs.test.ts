import { readFileSync, readdirSync } from 'node:fs'

import type { Command } from 'commander'
import { getTableName } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'

import { environmentVariables } from '../cli/config/environment.ts'
import { program } from '../cli/fansite.ts'
import { ExitCode } from '../cli/process/exit-code.ts'
import { viewDescriptions } from '../db/describe/view-descriptions.ts'
import { runDocument } from '../cli/sync/report/describe-sync.ts'
import { tables } from '../db/schema/tables.ts'
import { ApiError, type ErrorCode, errorCodes } from '../server/errors.ts'
import { readSiteConfig } from '../site/config/read-config.ts'
import { blockTextCaps, caps, rowTextCaps } from '../site/limits/caps.ts'
import {
  backticked,
  exists,
  firstCells,
  headingsOf,
  pages,
  read,
  root,
  rows,
  section
} from './support/docs-text.ts'
import { type TestSite, openSite } from './support/sites/site.ts'
import { testConfig } from './support/workspaces/test-config.ts'
import { ROOT_ID, workspaceOf } from './support/workspaces/records.ts'

const commands = program().commands

let site: TestSite
beforeAll(async () => {
  site = await openSite({ workspace: workspaceOf([], []) })
})

test('README stays below 1,500 words', () => {
  expect(read('README.md').split(/\s+/).filter(Boolean).length).toBeLessThan(1500)
})

test('README and docs/commands.md have every command, and no other', () => {
  const names = commands.map((command) => `fansite ${command.name()}`).toSorted()
  const inReadme = firstCells(section('README.md', '## Commands'))
  const inDocs = read('docs/commands.md').match(/(?<=^## `)fansite [^`]+/gm) ?? []
  expect(inReadme.toSorted()).toEqual(names)
  expect(inDocs.toSorted()).toEqual(names)
})

const isHelp = (flags: string) => flags.includes('--help')
const optionsOf = (command: Command) =>
  command.options.map(({ flags }) => flags).filter((flags) => !isHelp(flags))

test.each(commands.map((command) => [command.name(), command] as const))(
  'docs/commands.md has every option of fansite %s, and no other',
  (name, command) => {
    const text = section('docs/commands.md', `## \`fansite ${name}\``)
    const options = firstCells(text).filter((cell) => cell.startsWith('--'))
    expect(options.toSorted()).toEqual(optionsOf(command).toSorted())
  }
)

test('every command line in the docs names a command, with options that it has', () => {
  const lines = pages.flatMap((page) => commandLines(read(page)))
  expect(lines.length).toBeGreaterThan(30)
  for (const { name, options, line } of lines) {
    const command = commands.find((each) => each.name() === name)
    expect(command, line).toBeDefined()
    const known = command?.options.flatMap(({ long }) => (long == null ? [] : [long])) ?? []
    expect([...known, '--help'], line).toEqual(expect.arrayContaining(options))
  }
})

/** What code in a page runs: lines of shell blocks, and command lines between backticks. */
function commandLines(text: string): { name: string; options: string[]; line: string }[] {
  const code = [...text.matchAll(/```(?:sh|cron)\n(.*?)```/gs)].flatMap(([, block = '']) =>
    block.split('\n')
  )
  return [...code, ...backticked(text.replaceAll(/```.*?```/gs, ''))].flatMap((line) => {
    const [, name, rest = ''] = /(?:fansite|cli\/bin\.js) ([a-z]+)([^|&#>]*)/.exec(line) ?? []
    const unquoted = rest.replaceAll(/"[^"]*"/g, '')
    const options = unquoted.match(/(?<=\s)--[a-z-]+/g) ?? []
    return name === undefined ? [] : [{ name, options: [...options], line }]
  })
}

test('docs/commands.md has every exit code, and no other', () => {
  const codes = rows(section('docs/commands.md', '## Exit codes')).map(([code]) => Number(code))
  expect(codes).toEqual(Object.values(ExitCode))
})

const isKey = (cell: string) => /^[a-z]\w+$/i.test(cell) && !/^[A-Z_]+$/.test(cell)

test('README and docs/configuration.md have every configuration key, and no other', () => {
  const keys = Object.keys(testConfig(ROOT_ID)).toSorted()
  const inReadme = firstCells(section('README.md', '## Configuration'))
  const inDocs = firstCells(read('docs/configuration.md')).filter(isKey)
  expect(inReadme.toSorted()).toEqual(keys)
  expect(inDocs.toSorted()).toEqual(keys)
})

test('README and docs/configuration.md have the default of every key', () => {
  const required = { rootNotionPageId: ROOT_ID, name: 'a', domain: 'a.example', author: 'a' }
  const config: Record<string, unknown> = { ...readSiteConfig(required) }
  const inReadme = rows(section('README.md', '## Configuration')).map(
    ([key = '', value = '']) => [key, value] as const
  )
  const inDocs = rows(read('docs/configuration.md'))
    .map(([key = '', , value = '']) => [key, value] as const)
    .filter(([key]) => isKey(backticked(key)[0] ?? ''))
  for (const [cell, value] of [...inReadme, ...inDocs]) {
    const [key = ''] = backticked(cell)
    const own = JSON.stringify(config[key])?.replaceAll('"', "'")
    expect(value, key).toBe(key in required ? 'required' : `\`${own}\``)
  }
})

test('docs/configuration.md has every environment variable, and no other', () => {
  const variables = firstCells(section('docs/configuration.md', '## Environment variables'))
  expect(variables.toSorted()).toEqual(environmentVariables.toSorted())
})

test('README leads to the docs about NOTION_TOKEN', () => {
  expect(section('README.md', '## Your own workspace')).toContain('](docs/private-workspaces.md)')
  expect(read('docs/private-workspaces.md')).toContain('`NOTION_TOKEN`')
})

test('docs/routes.md has every error code with its status, and no other', () => {
  const documented = rows(section('docs/routes.md', '## Error codes'))
  const codes = documented.flatMap(([code = '']) => backticked(code))
  expect(codes.toSorted()).toEqual(errorCodes.toSorted())
  for (const [code = '', status] of documented) {
    const { statusCode } = new ApiError((backticked(code)[0] ?? '') as ErrorCode)
    expect(Number(status), code).toBe(statusCode)
  }
})

test('docs/mirror.md has every table and view, and no other', () => {
  const names = [...tables.map(getTableName), 'search_text', 'search_name']
  const headings = read('docs/mirror.md').match(/(?<=^### `)[^`]+/gm) ?? []
  expect(headings.toSorted()).toEqual([...names, ...Object.keys(viewDescriptions)].toSorted())
})

const routeRows = () => rows(read('docs/routes.md')).filter(([cell = '']) => cell.startsWith('`/'))
const documentedRoutes = () => routeRows().flatMap(([cell = '']) => backticked(cell))
/** The fixed beginning of a route, in the docs or as it is registered. */
const fixedPart = (route: string) => route.split(/[<*:?]/)[0] ?? ''

test('every route in docs/routes.md answers', async () => {
  const { app } = site
  const routes = documentedRoutes().map((route) =>
    route.startsWith('/search?') ? '/search?q=x' : fixedPart(route.replace('<n>', '1'))
  )
  expect(routes.length).toBeGreaterThan(20)
  for (const route of routes) {
    const reply = await app.inject(route)
    const isRoute = !reply.body.includes('<title>') || reply.statusCode !== 404
    expect(isRoute, route).toBe(true)
    expect(reply.statusCode, route).toBeLessThan(500)
  }
})

/** The routes of Fastify's tree, in which a route is indented below the one that its URL begins with. */
function routesOf(tree: string): { url: string; methods: string }[] {
  const parts: string[] = []
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', part = '', methods] =
      /^(.*?── )(\S+)(?: \(([A-Z, ]+)\))?/.exec(line) ?? []
    if (part === '') return []
    parts.splice(indent.length / 4 - 1, Infinity, part)
    // `*` is the route of pages.
    const isRoute = methods !== undefined && parts[0] !== '*'
    return isRoute ? [{ url: parts.join(''), methods }] : []
  })
}

test('docs/routes.md has every route of the server, and which of them take POST', async () => {
  const { app } = site
  const tree = app.printRoutes({ commonPrefix: false, includeHooks: false })
  const registered = routesOf(tree).map(({ url, methods }) => ({
    url: fixedPart(url),
    takesPost: methods.includes('POST')
  }))
  expect(registered.length).toBeGreaterThan(20)
  const routes = documentedRoutes()
  const patterns = routes.filter((route) => route.includes('<')).map(fixedPart)
  const isKnown = (url: string) =>
    routes.map(fixedPart).includes(url) ||
    patterns.some((start) => start !== '/' && url.startsWith(start))
  expect(registered.filter(({ url }) => !isKnown(url))).toEqual([])
  const posted = routeRows().filter(([, text = '']) => text.includes('POST'))
  const takingPost = registered.filter(({ takesPost }) => takesPost).map(({ url }) => url)
  expect(posted.flatMap(([cell = '']) => backticked(cell)).toSorted()).toEqual(
    takingPost.toSorted()
  )
})

test.each(pages)('every file that %s links to or names exists', (name) => {
  const text = read(name)
  const page = new URL(name, root)
  const links = [...text.matchAll(/\]\((?!https?:)([^)#]+)/g)].map((match) => match[1] ?? '')
  expect(links.filter((link) => !exists(link, page))).toEqual([])
  expect(backticked(text).filter((code) => isPath(code) && !exists(code))).toEqual([])
})

test('docs/architecture.md lists every folder of the rooms', () => {
  const text = read('docs/architecture.md')
  const missing = ['site', 'db', 'web', 'server', 'cli'].flatMap((room) =>
    readdirSync(new URL(room, root), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !text.includes(`${room}/${entry.name}/`))
      .map(({ name }) => `${room}/${name}/`)
  )
  expect(missing).toEqual([])
})

/** First cells of the table whose head begins with this cell. */
function keysOf(page: string, head: string): string[] {
  const table = read(page)
    .split('\n\n')
    .find((part) => part.startsWith(`| ${head} `))
  return firstCells(table ?? '').toSorted()
}

test('docs have the keys of search results, of page info and of the report of a run', async () => {
  const { app, result } = site
  const found = (await app.inject('/api/search-notion?query=home')).json()
  expect(keysOf('docs/search.md', 'field of the response')).toEqual(Object.keys(found).toSorted())
  const [hit] = found.results
  expect(keysOf('docs/search.md', 'field of a result')).toEqual(Object.keys(hit).toSorted())

  const info = await app.inject(`/api/notion-page-info?pageId=${ROOT_ID}`)
  const [, example = ''] = /```json\n(.*?)```/s.exec(read('docs/routes.md')) ?? []
  expect(Object.keys(JSON.parse(example)).toSorted()).toEqual(Object.keys(info.json()).toSorted())

  const report = Object.keys(runDocument(result))
  expect(keysOf('docs/operations.md', 'key')).toEqual(report.toSorted())
})

/** The value that docs/limits.md gives a limit, by the beginning of its row. */
function limitOf(name: string): string {
  const cells = read('docs/limits.md')
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
  return cells.find(([, first = '']) => first.startsWith(name))?.[2] ?? ''
}

test('docs/limits.md has the limits of a page', () => {
  const count = (value: number) => value.toLocaleString('en')
  const megabytes = (bytes: number) => `${bytes / 1e6} MB`
  expect({
    blocks: limitOf('blocks on a page'),
    depth: limitOf('nesting of blocks'),
    html: limitOf('HTML of a page'),
    cells: limitOf('cells of all views'),
    rows: limitOf('records of the rows'),
    texts: limitOf('one text of a block'),
    rowTexts: limitOf('one text of a row'),
    typeset: limitOf('code and formulas'),
    markdown: limitOf('Markdown of a heavy page')
  }).toEqual({
    blocks: count(caps.blocks),
    depth: `${caps.depth} levels`,
    html: megabytes(caps.htmlBytes),
    cells: count(caps.viewCells),
    rows: megabytes(caps.rowBytes),
    texts: `${megabytes(blockTextCaps.one)}; ${megabytes(blockTextCaps.all)}`,
    rowTexts: `${rowTextCaps.one / 1000} kB; ${rowTextCaps.all / 1000} kB`,
    typeset: `${count(caps.typesetLength)} characters`,
    markdown: `${count(caps.markdownLength)} characters`
  })
})

const rooms = 'cli|db|demo|deploy|docs|migrations|server|site|test|web|\\.ci'
/** Files and folders of the repository; not addresses, patterns or files of a data directory. */
function isPath(code: string): boolean {
  return new RegExp(`^(${rooms})/[\\w./-]*$`).test(code) || /^[\w.]+\.config\.ts$/.test(code)
}

test.each(pages)('every heading that %s links to exists', (name) => {
  const page = new URL(name, root)
  const links = [...read(name).matchAll(/\]\((?!https?:)([^)#]*)#([^)]+)\)/g)]
  const missing = links.filter(([, file = '', anchor = '']) => {
    const target = readFileSync(file === '' ? page : new URL(file, page), 'utf8')
    return !headingsOf(target).includes(anchor)
  })
  expect(missing.map(([link]) => link)).toEqual([])
})

const { scripts: scriptTexts, dependencies } = JSON.parse(read('package.json')) as Record<
  'scripts' | 'dependencies',
  Record<string, string>
>
const scripts = Object.keys(scriptTexts)
const scriptsIn = (text: string) =>
  [...text.matchAll(/npm run ([a-z:]+)/g)].map((match) => match[1] ?? '')

test('docs/architecture.md gives a reason for every production dependency', () => {
  const listed = firstCells(section('docs/architecture.md', '## Production dependencies'))
  expect(listed.toSorted()).toEqual(Object.keys(dependencies).toSorted())
})

test('every npm script that the docs name exists', () => {
  const named = pages.flatMap((page) => scriptsIn(read(page)))
  expect(named.length).toBeGreaterThan(3)
  expect(scripts).toEqual(expect.arrayContaining(named))
})
