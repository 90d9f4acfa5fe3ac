import { Worker } from 'node:worker_threads'

// The main thread of a render process. It starts the thread that renders and passes jobs and
// answers on. It stays free itself, so it can measure the CPU time of a job that never returns.
// Plain JavaScript: the thread loads its own modules.
const [script = '', cpuLimitMs = ''] = process.argv.slice(2)

/** A page that nests 64 levels deep needs about 4 MB of stack. */
const resourceLimits = { stackSizeMb: 32, maxOldGenerationSizeMb: 768 }
const CHECK_MS = 20

const thread = new Worker(new URL(script), { resourceLimits })
let cpuBefore = process.cpuUsage()
let check

thread.on('message', (answer) => finish(isOverLimit() ? { kind: 'late' } : answer))
thread.on('error', ({ message }) => finish({ kind: 'gone', message }))
thread.on('exit', (code) => finish({ kind: 'gone', message: `exit code ${code}` }))

process.on('message', (job) => {
  cpuBefore = process.cpuUsage()
  check = setInterval(() => isOverLimit() && finish({ kind: 'late' }), CHECK_MS)
  // The rule is about windows; a thread has no origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  thread.postMessage(job)
})
// The server ends this process, after it has answered its visitors.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {})
// `exit` would wait for a thread that is busy in native code.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))

function isOverLimit() {
  const { user, system } = process.cpuUsage(cpuBefore)
  return check !== undefined && user + system > Number(cpuLimitMs) * 1000
}

function finish(answer) {
  clearInterval(check)
  check = undefined
  if (process.connected) process.send(answer)
}
