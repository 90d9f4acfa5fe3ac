import { parentPort, workerData } from 'node:worker_threads'

import Database from 'better-sqlite3'

// A worker thread in plain JavaScript, since threads do not inherit the TypeScript loader.
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort.postMessage(check())

function check() {
  try {
    const database = new Database(workerData, { readonly: true, fileMustExist: true })
    const finding = database.pragma('quick_check(1)', { simple: true })
    database.close()
    return { finding }
  } catch (error) {
    return { code: error.code, finding: error.message }
  }
}
