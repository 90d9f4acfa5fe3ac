import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Worker, type WorkerOptions } from 'node:worker_threads'

import { hasEnded } from './end-process.ts'
import { childModule } from './load-module.js'

const entry = new URL('./run-module.js', import.meta.url)

interface ProcessOptions {
  /** `process.argv.slice(3)` of the child process. */
  args?: string[]
  /** Whether the child process is cut off from the terminal: it gets no Ctrl-C and prints no errors. */
  isDetached?: boolean
}

/**
 * Starts a module as a child process with a message channel. A TypeScript module runs from the build if
 * that is current (see `loadModule`), so it has to be an input of `vite.node.config.ts`. The child
 * process ends with this one. It does not inherit Node's options: the port of a debugger, for example,
 * is already in use.
 */
export function startProcess(module: URL, options: ProcessOptions = {}): ChildProcess {
  const { args = [], isDetached = false } = options
  return fork(fileURLToPath(entry), [childModule(module), ...args], {
    execArgv: [],
    env: { ...process.env, NODE_OPTIONS: '' },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', isDetached ? 'ignore' : 'inherit', 'ipc'],
    detached: isDetached
  })
}

/** The one message of such a child process; if it ends without one, how it has ended. Rejects if `signal` aborts. */
export async function onlyAnswer<Answer>(
  child: ChildProcess,
  signal?: AbortSignal
): Promise<Answer | { end: string }> {
  let answer: Answer | undefined
  child.once('message', (message) => {
    // The process runs our own module.
    answer = message as Answer
  })
  await once(child, 'close', signal && { signal })
  return answer ?? { end: endOf(child) }
}

/**
 * The next message of such a child process; undefined if the process ends before. Rejects if it cannot be
 * started or reached.
 */
export async function nextMessage<Message>(child: ChildProcess): Promise<Message | undefined> {
  if (hasEnded(child)) return undefined
  const stop = new AbortController()
  const options = { signal: stop.signal }
  try {
    return await Promise.race([
      // The process runs our own module.
      once(child, 'message', options).then(([message]) => message as Message),
      once(child, 'exit', options).then(() => undefined)
    ])
  } finally {
    stop.abort()
  }
}

/** How a child process has ended. */
export function endOf({ exitCode, signalCode }: ChildProcess): string {
  return signalCode ?? `exit code ${exitCode}`
}

/** Starts a module as a worker thread, in the same way. */
export function startThread(
  module: URL,
  options: Pick<WorkerOptions, 'resourceLimits' | 'workerData'>
): Worker {
  return new Worker(entry, { ...options, argv: [childModule(module)], execArgv: [] })
}
