import { isMainThread } from 'node:worker_threads'

import { loadModule } from './load-module.js'

// The first module of every child process and thread: neither inherits a loader for TypeScript.
// A child process never outlives its parent. `process.exit` would wait for a thread that is busy in
// native code.
if (isMainThread) process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))

await loadModule(new URL(process.argv[2]))
