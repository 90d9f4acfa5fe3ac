import { workerData } from 'node:worker_threads'

// Runs in a thread beside a statement, which may keep SQLite busy for ever: nothing else in the
// process can end it then. Plain JavaScript, since a thread does not inherit the loader of TypeScript.
const { parentId, memoryBytes } = workerData

setInterval(() => {
  const isOrphan = process.ppid !== parentId
  if (isOrphan || process.memoryUsage.rss() > memoryBytes) process.kill(process.pid, 'SIGKILL')
}, 20)
