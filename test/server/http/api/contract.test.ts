import { readFileSync } from 'node:fs'

import { beforeAll, expect, test } from 'vitest'

import { type Contract, type Schema, contractFile } from '../../../support/oracle/api-contract.ts'
import { narrowings } from './narrowings.ts'
import { readContract } from './read-contract.ts'

const committed = JSON.parse(readFileSync(contractFile, 'utf8')) as Contract
let contract: Contract
beforeAll(async () => {
  contract = await readContract()
})

test('the contract has nothing less than the committed copy', () => {
  expect(narrowings(committed, contract)).toEqual([])
})

test('the committed copy of the contract is current; run "npm run contract"', () => {
  expect(committed).toEqual(contract)
})

test('the contract is OpenAPI 3.1 and describes every address of the API but itself', () => {
  expect(contract.openapi).toMatch(/^3\.1\./)
  expect(contract.info.version).toMatch(/^\d+\.\d+\.\d+$/)
  const operations = Object.values(contract.paths).flatMap((methods) => Object.values(methods))
  const names = operations.map(({ operationId }) => operationId)
  expect(new Set(names).size).toBe(operations.length)
  expect(names).not.toContain(undefined)
  expect(Object.keys(contract.paths)).toEqual(
    expect.arrayContaining(['/api/search-notion', '/api/notion-page-info', '/api/social-image'])
  )
})

const listOf = ({ paths }: Contract) => paths['/api/pages']!['get']!
const parameter = (changed: Contract, name: string) =>
  listOf(changed).parameters!.find((each) => each.name === name)!

test.each<[string, (changed: Contract) => void, string]>([
  ['an address', ({ paths }) => delete paths['/api/changes'], 'get /api/changes is removed'],
  [
    'a parameter',
    (changed) => (listOf(changed).parameters = []),
    'get /api/pages: parameter limit is removed'
  ],
  [
    'a parameter, now required',
    (changed) => (parameter(changed, 'parent').required = true),
    'get /api/pages: parent is required'
  ],
  [
    'a bound',
    (changed) => (parameter(changed, 'limit').schema['maximum'] = 100),
    'get /api/pages: limit: maximum is tighter'
  ],
  [
    'a value',
    (changed) => parameter(changed, 'sort').schema.enum!.pop(),
    'get /api/pages: sort has fewer values'
  ],
  [
    'a field of an answer',
    (changed) => delete changed.components.schemas['ListedPage']!.properties!['icon'],
    'get /api/pages 200.pages[].icon is removed'
  ],
  [
    'a field that may be missing',
    (changed) => (changed.components.schemas['PageList']!.required = []),
    'get /api/pages 200.total may be missing'
  ],
  [
    'a type',
    (changed) => (field(changed, 'total').type = ['integer', 'null']),
    'get /api/pages 200.total may be null'
  ]
])('a contract without %s is narrower', (_what, narrow, problem) => {
  const changed = structuredClone(committed)
  narrow(changed)
  expect(narrowings(committed, changed)).toContain(problem)
  expect(narrowings(changed, committed)).not.toContain(problem)
})

function field({ components }: Contract, name: string): Schema {
  return components.schemas['PageList']!.properties![name]!
}
