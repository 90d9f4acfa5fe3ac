import { expect, test } from 'vitest'

import { type ClusterRun, reportOf } from '../../../demo/cluster/report.ts'
import type { Seen } from '../../../demo/cluster/visits.ts'

/** Publications of the edits 2 and 3, and a node that shows each 500 ms after it. */
function runOf(seen: Partial<Seen> = {}, failedPulls: string[] = []): ClusterRun {
  const shown: Seen = {
    requests: 40,
    errors: [],
    torn: [],
    firstSeen: new Map([
      [1, 500],
      [2, 1500],
      [3, 5500]
    ]),
    restarts: [],
    ...seen
  }
  return {
    commits: new Map([
      [2, { generation: 2, publishedAt: 1000 }],
      [3, { generation: 3, publishedAt: 5000 }]
    ]),
    nodes: [{ name: 'serve-1', failedPulls, seen: shown }],
    durationMs: 10_000,
    limitMs: 500
  }
}

const brokenBy = (seen: Partial<Seen>) => reportOf(runOf(seen)).broken

test('a run that keeps all promises breaks none and has its figures', () => {
  expect(reportOf(runOf({ restarts: [2600] }))).toEqual({
    broken: [],
    figures: [
      '2 publications in 10.0 s',
      'serve-1: staleness p50 0.5 s, max 0.5 s · 2 publications seen · 0 errors · 0 torn pages · 4 requests/s · back 2.6 s after kill -9'
    ]
  })
})

test('a staleness above the limit breaks a promise', () => {
  const late = { firstSeen: new Map([2, 3].map((edit) => [edit, 5501])) }
  expect(brokenBy(late)).toEqual(['serve-1 showed 2 publications after more than 0.5 s'])
  expect(reportOf(runOf(late)).figures[1]).toContain('staleness p50 0.5 s, max 4.5 s')
})

test('a publication that is replaced before a pull counts as seen with the next one', () => {
  expect(brokenBy({ firstSeen: new Map([[3, 5500]]) })).toEqual([
    'serve-1 showed 1 publications after more than 0.5 s'
  ])
})

test('a publication that is never shown breaks a promise', () => {
  expect(brokenBy({ firstSeen: new Map([[2, 1500]]) })).toEqual([
    'serve-1 never showed 1 publications'
  ])
})

test('a node that answers no request breaks a promise', () => {
  expect(brokenBy({ requests: 0 })).toEqual(['serve-1 answered no request'])
})

test('each error and each torn page breaks a promise, of which five each are named', () => {
  const errors = ['/ answers 500']
  const torn = Array.from({ length: 7 }, (_, index) => `/ has edit ${index} after edit 9`)
  expect(brokenBy({ errors, torn })).toEqual([
    'serve-1: / answers 500',
    ...torn.slice(0, 5).map((page) => `serve-1: ${page}`)
  ])
  expect(reportOf(runOf({ errors, torn })).figures[1]).toContain('1 errors · 7 torn pages')
})

test('each node has its own promises', () => {
  const run = runOf()
  const other = { ...runOf({ requests: 0 }).nodes[0], name: 'serve-2' }
  run.nodes.push(other as ClusterRun['nodes'][number])
  const { broken, figures } = reportOf(run)
  expect(broken).toEqual(['serve-2 answered no request'])
  expect(figures).toHaveLength(3)
})

test('failed pulls are told, and break no promise', () => {
  const { broken, figures } = reportOf(runOf({}, ['pull: the first', 'pull: restore failed']))
  expect(broken).toEqual([])
  expect(figures.at(-1)).toBe('  2 failed pulls, such as: pull: restore failed')
})
