import { isMainThread } from 'node:worker_threads'

import { loadModule } from './load-module.js'

// The first module of every child process and thread: neither inherits a loader for TypeScript.
if (isMainThread) {
  process.on('disconnect', end)
  // The parent may have ended before.
  if (!process.connected) end()
}

await loadModule(new URL(process.argv[2]))

/**
 * A child process never outlives its parent. `process.exit` would wait for a thread that is busy in native
 * code.
 */
function end() {
  process.kill(process.pid, 'SIGKILL')
}
