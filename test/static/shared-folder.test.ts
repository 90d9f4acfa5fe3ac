import { once } from 'node:events'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { Worker } from 'node:worker_threads'

import { expect, test } from 'vitest'

import { writeUnlessSame } from '../../static/folder/write-file.ts'
import { tempDir } from '../support/temp-dir.ts'

const FOLDERS = 300
const tsx = new URL('../../node_modules/tsx/dist/esm/api/index.mjs', import.meta.url).href
const module = new URL('../../static/folder/write-file.ts', import.meta.url).href

/** Writes one file into each of many new folders, at the same moment as another thread. */
const writer = `
  import { workerData } from 'node:worker_threads'
  const { tsx, module, folder, name, turns, folders } = workerData
  const { register } = await import(tsx)
  register()
  const { writeUnlessSame } = await import(module)
  for (let at = 0; at < folders; at++) {
    Atomics.add(turns, 0, 1)
    while (Atomics.load(turns, 0) < 2 * (at + 1));
    writeUnlessSame('x', { folder, name: at + '/' + name, earlier: undefined })
  }`

test('two processes write into the same new folder at once', async () => {
  const folder = tempDir()
  const turns = new Int32Array(new SharedArrayBuffer(4))
  const ends = ['one', 'other'].map(async (name) => {
    const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(writer)}`), {
      execArgv: [],
      workerData: { tsx, module, folder, name, turns, folders: FOLDERS }
    })
    try {
      const [code] = (await once(worker, 'exit')) as [number]
      return code
    } finally {
      // The other one waits for both.
      Atomics.store(turns, 0, 2 * FOLDERS)
    }
  })
  expect(await Promise.allSettled(ends)).toEqual([
    { status: 'fulfilled', value: 0 },
    { status: 'fulfilled', value: 0 }
  ])
})

test('a version that a later build has renamed is not made again', () => {
  const folder = path.join(tempDir(), 'version')
  const write = () => writeUnlessSame('x', { folder, name: 'iron/index.html', earlier: undefined })
  expect(write).toThrow('ENOENT')
  expect(existsSync(folder)).toBe(false)
})
