import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { Worker, type WorkerOptions } from 'node:worker_threads'

const entry = new URL('./run-module.js', import.meta.url)

interface ProcessOptions {
  /** Found by the module in `process.argv`, from the fourth value on. */
  args?: string[]
  /** Whether the process ignores Ctrl-C in this process's terminal, and prints no errors there. */
  isDetached?: boolean
}

/**
 * Starts a module as a child process with a message channel. The module runs from the build if that is
 * current (`loadModule`); a `.ts` module therefore has to be an input of `vite.node.config.ts`. The
 * process ends when this one does. It gets none of Node's options: a debugger's port is taken.
 */
export function startProcess(module: URL, options: ProcessOptions = {}): ChildProcess {
  const { args = [], isDetached = false } = options
  return fork(fileURLToPath(entry), [module.href, ...args], {
    execArgv: [],
    env: { ...process.env, NODE_OPTIONS: '' },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', isDetached ? 'ignore' : 'inherit', 'ipc'],
    detached: isDetached
  })
}

/** Starts a module as a worker thread, in the same way. */
export function startThread(
  module: URL,
  options: Pick<WorkerOptions, 'resourceLimits' | 'workerData'> = {}
): Worker {
  return new Worker(entry, { ...options, argv: [module.href], execArgv: [] })
}
