import { existsSync, readFileSync, readdirSync } from 'node:fs'

import { getTableName } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { ExitCode } from '../cli/process/exit-code.ts'
import { program } from '../cli/fansite.ts'
import { tables } from '../db/sql-views/sql-views.ts'
import { errorCodes } from '../server/errors.ts'
import { ROOT_ID, workspaceOf } from './support/workspaces/records.ts'
import { openSite, testConfig } from './support/sites/site.ts'

const read = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8')
const readme = read('README.md')
const packageJson = JSON.parse(read('package.json')) as { scripts: Record<string, string> }

/** The part of the README below a heading. */
function section(heading: string): string {
  const start = readme.indexOf(`\n## ${heading}\n`)
  expect(start, `README has no section ${heading}`).toBeGreaterThan(0)
  const end = readme.indexOf('\n## ', start + 4)
  return readme.slice(start, end === -1 ? undefined : end)
}

/** Words in backticks in the first cell of table rows. */
function firstCells(text: string): string[] {
  const rows = text.split('\n').filter((line) => line.startsWith('| `'))
  return rows.flatMap((line) => backticked(line.split('|')[1] ?? ''))
}

function backticked(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '')
}

test('the README tells every command, and no other', () => {
  const commands = program().commands.map((command) => `fansite ${command.name()}`)
  const told = firstCells(section('Commands')).filter((cell) => cell.startsWith('fansite '))
  expect(told.toSorted()).toEqual(commands.toSorted())
})

test('the README tells every exit code, and no other', () => {
  const told = [...section('Commands').matchAll(/^\| (\d+) +\|/gm)].map((match) => Number(match[1]))
  expect(told).toEqual(Object.values(ExitCode))
})

test('the README tells every configuration key, and no other', () => {
  const told = firstCells(section('Configuration')).filter((cell) => !/^[A-Z_]+$/.test(cell))
  expect(told.toSorted()).toEqual(Object.keys(testConfig(ROOT_ID)).toSorted())
})

const docs = readdirSync(new URL('../docs', import.meta.url)).map((name) => `docs/${name}`)

test.each(['README.md', 'OPERATIONS.md', ...docs])('every file that %s links exists', (name) => {
  const links = [...read(name).matchAll(/\]\((?!https?:)([^)#]+)/g)].map((match) => match[1] ?? '')
  const page = new URL(`../${name}`, import.meta.url)
  expect(links.filter((link) => !existsSync(new URL(link, page)))).toEqual([])
})

test('the README leads to the docs about NOTION_TOKEN', () => {
  expect(section('Your own workspace')).toContain('](docs/private-workspaces.md)')
  expect(read('docs/private-workspaces.md')).toContain('`NOTION_TOKEN`')
})

test('every npm script that the README names exists', () => {
  const named = [...readme.matchAll(/npm run ([a-z:]+)/g)].map((match) => match[1] ?? '')
  expect(named.length).toBeGreaterThan(3)
  expect(Object.keys(packageJson.scripts)).toEqual(expect.arrayContaining(named))
})

test('the README tells every error code, and no other', () => {
  const sentence = section('Addresses').split('API errors are JSON')[1] ?? ''
  expect(backticked(sentence).slice(1).toSorted()).toEqual(errorCodes.toSorted())
})

test('the README tells every table, and no other', () => {
  const names = tables.map(getTableName)
  const sentence = /tables (`mirror`[^.]*)\./.exec(section('The mirror'))?.[1] ?? ''
  const told = backticked(sentence).filter((name) => name !== 'raw')
  expect(told.toSorted()).toEqual([...names, 'search_text', 'search_name'].toSorted())
})

test('every address that the README tells answers', async () => {
  const { app } = await openSite({ workspace: workspaceOf([], []) })
  const routes = firstCells(section('Addresses')).map((cell) => cell.split('<')[0] ?? '')
  expect(routes.length).toBeGreaterThan(6)
  for (const route of routes) {
    const reply = await app.inject(route === '/search?q=' ? '/search?q=x' : route)
    const isRoute = !reply.body.includes('<title>') || reply.statusCode !== 404
    expect(isRoute, route).toBe(true)
    expect(reply.statusCode, route).toBeLessThan(500)
  }
})
