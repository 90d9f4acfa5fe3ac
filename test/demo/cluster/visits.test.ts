import { createServer } from 'node:http'

import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { type Seen, Visitors } from '../../../demo/cluster/visits.ts'
import { listening } from '../../support/run/listening.ts'

/** A document, a status, or a connection that is cut, also by the kill of the node. */
type Answer = string | number | 'cut' | 'killed'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: 0 }))
afterEach(() => void vi.useRealTimers())

/**
 * What one visitor saw of a server that sends these answers. The first request comes at 1,000 ms, each
 * further one 1,000 ms later.
 */
async function seenOf(answers: Answer[]): Promise<Seen> {
  let requests = 0
  const server = createServer(({ socket }, response) => {
    vi.setSystemTime(++requests * 1000)
    const answer = answers[requests - 1]
    if (requests === answers.length) visitors.stop()
    if (answer === 'killed') visitors.noteKill()
    if (answer === 'killed' || answer === 'cut') socket.destroy()
    else if (typeof answer === 'number') response.writeHead(answer).end()
    else response.end(answer)
  })
  const url = `http://127.0.0.1:${await listening(server)}`
  const visitors = new Visitors({ url }, ['/edited'])
  await visitors.run({ count: 1, rate: 1000 })
  return visitors.seen
}

const edit = (...numbers: number[]) => numbers.map((number) => `Cluster edit ${number}`).join(' – ')

test('whole pages with ascending edits are no fault, and the first of each edit counts', async () => {
  const seen = await seenOf([edit(1), edit(1, 1), 'no edit', edit(2), edit(4)])
  expect(seen).toMatchObject({ requests: 5, errors: [], torn: [], restarts: [] })
  expect([...seen.firstSeen]).toEqual([
    [1, 1000],
    [2, 4000],
    [4, 5000]
  ])
})

test('a page with two edits is torn', async () => {
  const { torn } = await seenOf([edit(2, 2, 3)])
  expect(torn).toEqual(['/edited has the edits 2 and 3'])
})

test('a page that is older than an earlier one is torn', async () => {
  const { torn } = await seenOf([edit(2), edit(1), edit(2)])
  expect(torn).toEqual(['/edited has edit 1 after edit 2'])
})

test('an answer without success and a cut connection are errors', async () => {
  const { errors, requests } = await seenOf([edit(1), 503, 302, 'cut', edit(1)])
  expect(errors).toEqual([
    expect.stringContaining('/edited answers 503'),
    expect.stringContaining('/edited answers 302'),
    expect.stringContaining('fetch failed')
  ])
  expect(requests).toBe(2)
})

test('errors between a kill and the next success are a restart, later ones are not', async () => {
  const { errors, restarts } = await seenOf([edit(1), 'killed', 'cut', 503, edit(1), 500])
  expect(errors).toEqual([expect.stringContaining('/edited answers 500')])
  expect(restarts).toEqual([3000])
})
