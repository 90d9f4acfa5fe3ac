import { workerData } from 'node:worker_threads'

// A thread beside a statement that may keep SQLite busy for ever, or beside a module of the site that may
// never return. It kills the process if that uses too much memory or has lost its parent. Plain JavaScript
// starts without a compiler.
const { parentId, memoryBytes } = workerData

setInterval(() => {
  const isOrphan = process.ppid !== parentId
  if (isOrphan || process.memoryUsage.rss() > memoryBytes) process.kill(process.pid, 'SIGKILL')
}, 20)
