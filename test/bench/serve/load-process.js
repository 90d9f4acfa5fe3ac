import http from 'node:http'

import autocannon from 'autocannon'

// Sends requests and measures their latency, in its own process. It takes one job at a time as a
// message and answers with a message. `{ kind: 'mark' }` forgets the latencies of a paced load so far,
// `{ kind: 'stop' }` ends it early.
const SAMPLE_MS = 100

let markPaced = () => {}
let stopPaced = () => {}

process.on('message', async (job) => {
  if (job.kind === 'mark') return markPaced()
  if (job.kind === 'stop') return stopPaced()
  try {
    process.send(job.kind === 'closed' ? await closedLoad(job) : await pacedLoad(job))
  } catch (error) {
    process.send({ failure: String(error) })
  }
})
process.on('disconnect', () => process.exit())

/** As many requests as the connections get through, each one after its last response. */
async function closedLoad({ url, headers, connections, seconds }) {
  const latencies = []
  const run = autocannon({ url, headers, connections, duration: seconds, sampleInt: SAMPLE_MS })
  // Its own histogram counts whole milliseconds and leaves out 304.
  run.on('response', (_client, _status, _bytes, milliseconds) => latencies.push(milliseconds))
  const result = await run
  const statuses = Object.entries(result.statusCodeStats).map(([code, { count }]) => [code, count])
  return {
    ...percentiles(latencies),
    errors: result.errors,
    statuses: Object.fromEntries(statuses)
  }
}

/**
 * `rate` requests a second at even intervals, whether earlier ones are answered or not. A latency
 * counts from the time at which the request was due. autocannon sends the requests of a second all
 * at its start. `versionPattern` finds the number of a version in a body.
 */
function pacedLoad({ urls, headers, connections, seconds, rate, versionPattern }) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections })
  const seen = new SeenVersions(versionPattern && new RegExp(versionPattern))
  const counts = { errors: 0, torn: 0, statuses: {}, latencies: [] }
  const startedAt = performance.now()
  let pending = 0
  let due = 0
  let isStopped = false
  return new Promise((resolve) => {
    const finishIfDone = () => {
      if (!isStopped || pending > 0) return
      agent.destroy()
      const { latencies, ...others } = counts
      resolve({ ...percentiles(latencies), ...others, ...seen.result() })
    }
    const send = (dueAt) => {
      pending += 1
      const url = urls[due % urls.length]
      requestOne({ url, headers, agent, seen }, counts, () => {
        counts.latencies.push(performance.now() - dueAt)
        pending -= 1
        finishIfDone()
      })
    }
    const timer = setInterval(() => {
      const now = performance.now()
      for (let dueAt; (dueAt = startedAt + (due * 1000) / rate) <= now; due += 1) send(dueAt)
    }, 1)
    markPaced = () => (counts.latencies = [])
    stopPaced = () => {
      isStopped = true
      clearInterval(timer)
      clearTimeout(end)
      finishIfDone()
    }
    const end = setTimeout(stopPaced, seconds * 1000)
  })
}

function requestOne({ url, headers, agent, seen }, counts, onDone) {
  const floor = seen.highest(url)
  let isDone = false
  const finish = (isError) => {
    if (isDone) return
    isDone = true
    if (isError) counts.errors += 1
    onDone()
  }
  const request = http.get(url, { agent, headers, timeout: 60_000 }, (response) => {
    const { statusCode } = response
    counts.statuses[statusCode] = (counts.statuses[statusCode] ?? 0) + 1
    const parts = []
    response.on('data', (part) => parts.push(part))
    response.on('error', () => finish(true))
    response.on('end', () => {
      const text = Buffer.concat(parts).toString()
      if (
        statusCode === 200 &&
        !headers['accept-encoding'] &&
        !text.trimEnd().endsWith('</html>')
      ) {
        counts.torn += 1
      }
      seen.add(url, text, floor)
      finish(!response.complete)
    })
  })
  request.on('timeout', () => request.destroy())
  request.on('error', () => finish(true))
}

/** The versions of each URL, which must not go backwards. */
class SeenVersions {
  #pattern
  #highest = new Map()
  #firstSeen = {}
  #backwards = 0

  constructor(pattern) {
    this.#pattern = pattern
  }

  highest(url) {
    return this.#highest.get(url) ?? -1
  }

  /** `floor` is the highest version that had arrived when the request was sent. */
  add(url, text, floor) {
    const found = this.#pattern?.exec(text)
    if (!found) return
    const version = Number(found[1])
    if (version < floor) this.#backwards += 1
    this.#firstSeen[version] ??= Date.now()
    this.#highest.set(url, Math.max(version, this.highest(url)))
  }

  result() {
    return { backwards: this.#backwards, firstSeen: this.#firstSeen }
  }
}

function percentiles(latencies) {
  const sorted = Float64Array.from(latencies).toSorted()
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { responses: sorted.length, p50: at(0.5), p99: at(0.99) }
}
