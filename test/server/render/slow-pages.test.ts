import type { Block } from 'notion-types'
import { expect, onTestFinished, test, vi } from 'vitest'

import type { WorkspaceFile } from '../../../demo/builder/workspace-file.ts'
import { undashId } from '../../../site/notion/blocks/notion-id.ts'
import { hostileWorkspace, lines } from '../../support/workspaces/hostile-pages.ts'
import { isSweep } from '../../support/run/sweep.ts'
import { type PublishedSite, publishedSite } from '../../support/sites/published-site.ts'
import { record, testId } from '../../support/workspaces/records.ts'
import { renderProcesses, suspend } from './render-processes.ts'

/** The address of the page with the options of a view, which is kept apart from the page itself. */
const withView = (number: number) => `/hostile?v=${undashId(testId(1000 + number))}`

/** A page with one text, which is so long that the page is heavy. */
const heavy = (word = 'line') =>
  hostileWorkspace(lines(1, () => `${word} ${'long '.repeat(5000)}end`))

function failures({ app }: PublishedSite) {
  return vi.spyOn(app.log, 'error').mockImplementation(() => {})
}

/** Stops both clocks until the test ends. */
function stopClocks(): void {
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: Date.now() })
  onTestFinished(() => void vi.useRealTimers())
}

/** A page with code in these languages that takes seconds to highlight. */
function slowCode(...languages: string[]) {
  const source = 'a '.repeat(14_000)
  const blocks = languages.map((language, index) => {
    const properties = { language: [[language]], title: [[source]] }
    return record(100 + index, { type: 'code', parent_id: testId(3), properties })
  })
  return { source, workspace: hostileWorkspace(blocks) }
}

/** Repeats the request until the page is available: the process may start slowly. */
async function untilRendered({ app }: PublishedSite, path: string): Promise<void> {
  await expect.poll(async () => (await app.inject(path)).statusCode).toBe(200)
}

test('a page beyond its CPU time answers 503, and is retried when it has changed', async () => {
  const processes = renderProcesses()
  const site = await publishedSite(heavy(), { cpuMs: 1 })
  const logged = failures(site)
  stopClocks()
  const [slow, ...others] = await Promise.all(
    ['/hostile', '/small', '/', '/healthz'].map((path) => site.app.inject(path))
  )
  expect(slow?.statusCode).toBe(503)
  expect(slow?.headers).toMatchObject({ 'retry-after': '30', 'cache-control': 'no-store' })
  expect(slow?.body).toContain('This page takes too long')
  expect(others.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  for (const path of ['/hostile', withView(1), withView(2)]) {
    expect((await site.app.inject(path)).statusCode, path).toBe(503)
  }
  // One full and one plain attempt, and the process of light pages.
  expect(processes).toHaveLength(3)
  expect(logged).toHaveBeenCalledTimes(1)
  expect(String(logged.mock.calls)).toContain('it took more than 1 ms of CPU time')

  if (isSweep) {
    await site.publish(heavy('other line'))
    expect((await site.app.inject('/hostile')).statusCode).toBe(503)
    expect(processes).toHaveLength(5)
  }

  await site.publish(hostileWorkspace(lines(3, (index) => `short line ${index}`)))
  expect((await site.app.inject('/hostile')).body).toContain('short line 2')
})

test('a page is shown although three of its processes are killed', async () => {
  const processes = renderProcesses({ killed: 3 })
  const site = await publishedSite(hostileWorkspace([]))
  const logged = failures(site)
  expect((await site.app.inject('/small')).body).toContain('a small page')
  expect(processes).toHaveLength(4)
  expect(String(logged.mock.calls)).toContain(
    'is rendered again: the process that rendered it ended'
  )
})

test('a page whose processes always end is tried again after pauses that grow', async () => {
  const processes = renderProcesses({ killed: Infinity })
  const site = await publishedSite(hostileWorkspace([]))
  const logged = failures(site)
  // Otherwise a pause could be over before the second request.
  stopClocks()
  const codes = async () => [await site.app.inject('/small'), await site.app.inject('/small')]
  const isLate = async () => (await codes()).every(({ statusCode }) => statusCode === 503)
  expect(await isLate()).toBe(true)
  expect(processes).toHaveLength(4)
  expect(String(logged.mock.calls)).toContain('is not rendered: its process ended: SIGKILL')
  // A clock that is set back makes no pause longer.
  vi.setSystemTime(Date.now() - 3_600_000)
  vi.advanceTimersByTime(1500)
  expect(await isLate()).toBe(true)
  expect(processes).toHaveLength(7)
  vi.advanceTimersByTime(1500)
  expect(await isLate()).toBe(true)
  expect(processes).toHaveLength(7)
})

test('code that takes too long to highlight is shown plain, and not retried each time', async () => {
  const processes = renderProcesses()
  const { source, workspace } = slowCode('TypeScript', 'C++', 'C#')
  const site = await publishedSite(workspace, { cpuMs: 400 })
  const logged = failures(site)
  stopClocks()
  for (const path of ['/hostile', '/hostile', withView(1)]) {
    const { statusCode, body } = await site.app.inject(path)
    expect(statusCode).toBe(200)
    expect(body.split(source)).toHaveLength(4)
  }
  expect(processes).toHaveLength(3)
  vi.advanceTimersByTime(10 * 60_000)
  expect((await site.app.inject('/hostile')).statusCode).toBe(200)
  expect(processes).toHaveLength(4)
  // Once for the publication, although it has been tried twice.
  const reason =
    'is rendered without typesetting and most rows: it took more than 400 ms of CPU time'
  expect(logged.mock.calls.map(([error]) => String(error))).toEqual([
    `Error: page ${testId(3)} ${reason}`
  ])
})

/** The same workspace without its small page. */
function withoutSmall(workspace: WorkspaceFile): WorkspaceFile {
  const { [testId(4)]: _page, [testId(5)]: _text, ...block } = workspace.block
  const root = { ...block[workspace.rootPageId], content: [testId(3)] } as Block
  return { ...workspace, block: { ...block, [root.id]: root } }
}

test('a late page gets its last good HTML, or 503 without any', async () => {
  const processes = renderProcesses()
  const site = await publishedSite(heavy(), { patienceMs: 500 })
  await untilRendered(site, '/hostile')
  const resume = suspend(processes)
  const late = await site.app.inject(withView(1))
  expect([late.statusCode, late.headers['retry-after']]).toEqual([503, '30'])
  await site.publish(heavy('other line'))
  const { statusCode, body } = await site.app.inject('/hostile')
  expect([statusCode, body.includes('>line long')]).toEqual([200, true])
  expect(body).not.toContain('other line')
  const headers = { 'cache-control': 'no-cache, stale-if-error=0' }
  expect((await site.app.inject({ url: '/hostile', headers })).statusCode).toBe(503)
  resume()
  await expect
    .poll(async () => (await site.app.inject('/hostile')).body)
    .toContain('other line long')

  // HTML that may name a withdrawn page is not shown again.
  const resumeAgain = suspend(processes)
  expect((await site.app.inject('/hostile')).statusCode).toBe(200)
  await site.publish(withoutSmall(heavy()))
  expect((await site.app.inject('/hostile')).statusCode).toBe(503)
  resumeAgain()
  await untilRendered(site, '/hostile')
})
