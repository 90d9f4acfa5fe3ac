import { createServer } from 'node:http'

import { afterEach, beforeAll, expect, test } from 'vitest'

import type { Fault } from '../../../demo/api/faults.ts'
import { freePort } from '../../support/run/free-port.ts'
import { listening } from '../../support/run/listening.ts'
import { HOME } from '../../support/workspaces/collection-records.ts'
import { testId } from '../../support/workspaces/records.ts'
import { USER, VIEW, openExaminedSite } from './examined-site.ts'

let site: Awaited<ReturnType<typeof openExaminedSite>>

beforeAll(async () => {
  site = await openExaminedSite()
})

afterEach(() => {
  site.api.faults.set(undefined)
  site.api.substitutes.clear()
})

test('a workspace that cannot be reached is a failure, and the data is checked all the same', async () => {
  const env = { NOTION_API_BASE_URL: `http://127.0.0.1:${await freePort()}/api/v3` }
  const { code, findings, problems } = await site.examine({ env })
  expect({ code, problems }).toEqual({
    code: 1,
    problems: ['failure workspace workspace_unreachable']
  })
  expect(findings).toContainEqual(
    expect.objectContaining({
      remedy: expect.stringMatching(/^check the network, [^;]*; the site continues/),
      facts: { error: 'ECONNREFUSED' }
    })
  )
  expect(findings.filter(({ status }) => status === 'skipped').map(({ check }) => check)).toEqual([
    'clock',
    'answers'
  ])
})

test.each<[Fault, string, number]>([
  ['rate-limit', 'rate_limited', 1],
  ['server-error', 'workspace_failing', 1],
  ['locked-out', 'workspace_denied', 1],
  ['bad-request', 'root_unreadable', 1],
  ['html', 'shape_unknown', 1],
  ['bad-json', 'shape_unknown', 1],
  ['oversized', 'shape_unknown', 1],
  ['reset', 'workspace_unreachable', 1],
  ['truncate', 'workspace_unreachable', 1],
  ['hang', 'workspace_unreachable', 1],
  // Asked again, as a sync does: one response without the page may be an accident.
  ['bad-shape', 'root_unreadable', 3],
  ['empty', 'root_unreadable', 3],
  ['foreign', 'root_unreadable', 3]
])('the fault %s of the API is reported as %s', async (fault, name, sent) => {
  site.api.faults.set({ faults: [fault] })
  // A busy machine may take more than the default of 20 s for a large response.
  const args = ['--timeout', fault === 'hang' ? '1' : '600']
  const { code, problems, requests, findings } = await site.examine({ args })
  expect({ code, problems }).toEqual({ code: 1, problems: [`failure workspace ${name}`] })
  expect(requests).toBe(sent)
  const failure = findings.find(({ status }) => status === 'failure')
  expect(failure?.remedy).toMatch(/\w/)
})

test.each([
  ['loadPageChunk', 'shape_unknown'],
  ['queryCollection', 'shape_unknown'],
  ['getSignedFileUrls', 'shape_unknown']
])('a changed response of %s is a failure of that endpoint alone', async (endpoint, name) => {
  site.api.faults.set({ faults: ['html'], endpoint })
  const { code, problems, findings } = await site.examine()
  expect({ code, problems }).toEqual({ code: 1, problems: [`failure answers ${name}`] })
  expect(findings.find(({ status }) => status === 'failure')).toMatchObject({
    facts: { endpoint },
    // The page of a proxy, or about maintenance, may be gone after a while.
    remedy: expect.stringMatching(/^try again later, .*doctor --report/)
  })
})

test('if all later calls fail, at most a dozen requests are sent', async () => {
  site.api.faults.set({ faults: ['server-error'], after: 1 })
  const { code, requests, problems } = await site.examine()
  expect(code).toBe(1)
  expect(problems.length).toBeGreaterThan(2)
  expect(requests).toBeLessThanOrEqual(12)
})

test.each([
  ['collection', HOME, { id: HOME, name: [['x']], schema: 5 }, ['schema']],
  ['collection_view', VIEW, { id: VIEW, type: ['table'], name: 'x' }, ['type']],
  ['notion_user', USER, 'Keeper', []]
])('a record of the table %s with another shape is a failure', async (table, id, sent, fields) => {
  site.api.substitutes.set(id, sent)
  const { code, findings } = await site.examine()
  expect(code).toBe(1)
  expect(findings).toContainEqual(
    expect.objectContaining({ status: 'failure', code: 'shape_changed', facts: { table, fields } })
  )
})

test('one damaged block is a warning, a response of damaged blocks a failure', async () => {
  site.api.substitutes.set(testId(530), { id: testId(530), type: 7 })
  const one = await site.examine()
  expect({ code: one.code, problems: one.problems }).toEqual({
    code: 0,
    problems: ['warning answers shape_changed']
  })
  for (const number of [501, 520]) site.api.substitutes.set(testId(number), { type: 7 })
  for (const id of [HOME, VIEW, USER]) site.api.substitutes.set(id, 7)
  expect((await site.examine()).problems).toContain('failure answers shape_changed')
})

test('a record that may not be read is a warning', async () => {
  site.api.substitutes.set(USER, undefined)
  const { problems } = await site.examine()
  expect(problems).toEqual(['warning answers record_private'])
})

test.each([
  ['some minutes', 'warning', 5 * 60_000, 0],
  ['hours', 'failure', -3 * 3_600_000, 1]
])('a clock that is wrong by %s is a %s', async (_, status, wrongMs, code) => {
  const date = new Date(Date.now() - wrongMs).toUTCString()
  const baseUrl = `http://127.0.0.1:${await listening(withDate(site.api.origin, date))}/api/v3`
  const examined = await site.examine({ env: { NOTION_API_BASE_URL: baseUrl } })
  expect({ code: examined.code, problems: examined.problems }).toEqual({
    code,
    problems: [`${status} clock clock_wrong`]
  })
})

/** A server in front of the API that sends another date. */
function withDate(origin: string, date: string) {
  return createServer(async (request, reply) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const response = await fetch(origin + request.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: Buffer.concat(parts)
    })
    reply.writeHead(response.status, { 'content-type': 'application/json', date })
    reply.end(await response.text())
  })
}
