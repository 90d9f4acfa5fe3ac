import type { JobFailure, JobRequest } from './job-worker.ts'
import { lowerPriority } from './lower-priority.ts'
import { startThread } from './start-module.ts'

// The main thread of a job process. It starts the thread that does the jobs, and passes jobs and
// answers on. It stays free itself, so it can measure the CPU time of a job that never returns.
const [threadModule = '', nice = ''] = process.argv.slice(3)

/**
 * A page that nests 64 levels deep needs about 4 MB of stack. Rendering makes many objects that are
 * soon unused: with V8's smaller young generation, the time per block grows with the page.
 */
const resourceLimits = {
  stackSizeMb: 32,
  maxOldGenerationSizeMb: 768,
  maxYoungGenerationSizeMb: 96
}
const CHECK_MS = 20

lowerPriority(Number(nice))
const thread = startThread(new URL(threadModule), { resourceLimits })
let cpuBefore = process.cpuUsage()
/** CPU time that the present job may take, in milliseconds. */
let cpuLimitMs = Infinity
let check: NodeJS.Timeout | undefined

thread.on('message', (answer: object) => finish(isOverLimit() ? late() : answer))
thread.on('error', ({ message }: Error) => finish({ kind: 'gone', message }))
// Without the thread, the next job would wait in vain; a new process does it.
thread.on('exit', (code) => {
  finish({ kind: 'gone', message: `exit code ${code}` }, () => process.exit(1))
})

process.on('message', (request: JobRequest) => {
  cpuLimitMs = request.cpuLimitMs
  cpuBefore = process.cpuUsage()
  check = setInterval(() => isOverLimit() && finish(late()), CHECK_MS)
  // The rule is about windows; a thread has no origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  thread.postMessage(request.job)
})
// The server ends this process, after it has answered its visitors.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {})

function isOverLimit(): boolean {
  const { user, system } = process.cpuUsage(cpuBefore)
  return check !== undefined && user + system > cpuLimitMs * 1000
}

function late(): JobFailure {
  return { kind: 'late', cpuLimitMs }
}

/** Sends the answer to a job; `onSent` is called after that. */
function finish(answer: object, onSent = () => {}): void {
  clearInterval(check)
  check = undefined
  if (process.connected) process.send?.(answer, onSent)
}
