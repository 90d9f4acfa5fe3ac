import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import path from 'node:path'

import { expect, test } from 'vitest'

import type { WorkspaceAsset } from '../../../../demo/builder/workspace-file.ts'
import { collectOutput, runCommand, startCommand } from '../../../support/command.ts'
import {
  attachment,
  commandEnv,
  imageBlock,
  picture,
  published
} from '../../../support/sites/file-site.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { openSyncedFileSite } from '../synced-site.ts'

/** Concurrent downloads of a sync. */
const AT_ONCE = 6

/** A store that serves a number of files and then no longer answers. */
class SlowStore {
  /** How often each file was served. */
  readonly handedOut = new Map<string, number>()
  waiting = 0
  #allowed = 0

  allow(files: number): void {
    this.#allowed = files
    this.waiting = 0
  }

  asset(name: string, bytes: Uint8Array): WorkspaceAsset {
    const read = async () => {
      if (this.#allowed === 0) {
        this.waiting++
        return new Promise<Uint8Array>(() => {})
      }
      this.#allowed--
      this.handedOut.set(name, (this.handedOut.get(name) ?? 0) + 1)
      return bytes
    }
    return { mediaType: 'image/png', read }
  }
}

async function siteWithSlowStore() {
  const numbers = Array.from({ length: 20 }, (_, index) => 2 + index)
  const site = await openSyncedFileSite(() =>
    numbers.map((number) => imageBlock(number, attachment(number)))
  )
  const store = new SlowStore()
  for (const number of numbers) {
    const name = attachment(number)
    site.assets.set(name, store.asset(name, await picture(number)))
  }
  return { site, store }
}

/** The `--deadline` of a run, which passes when the file exists: how far it comes until then is up to the test. */
function deadlineAt(file: string) {
  const module = `
    import { existsSync } from 'node:fs'
    const { setTimeout } = globalThis
    globalThis.setTimeout = (run, ms, ...values) => {
      if (ms !== 60_000) return setTimeout(run, ms, ...values)
      const look = setInterval(() => {
        if (!existsSync(${JSON.stringify(file)})) return
        clearInterval(look)
        run(...values)
      }, 20)
      return look
    }`
  const NODE_OPTIONS = `--import data:text/javascript,${encodeURIComponent(module)}`
  return { args: ['--deadline', '1'], env: { NODE_OPTIONS } }
}

test('a first run that is killed, stopped and out of time is resumed and requests each file once', async () => {
  const { site, store } = await siteWithSlowStore()
  const args = ['sync', '--data', site.dataDir]
  for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
    store.allow(4)
    const child = startCommand(args, commandEnv(site))
    // A download begins when the previous one is stored and recorded.
    await expect.poll(() => store.waiting).toBe(AT_ONCE)
    child.kill(signal)
    await once(child, 'exit')
  }
  store.allow(4)
  const due = path.join(tempDir(), 'due')
  const deadline = deadlineAt(due)
  const late = startCommand([...args, ...deadline.args], { ...commandEnv(site), ...deadline.env })
  const output = collectOutput(late)
  const ended = once(late, 'close')
  await expect.poll(() => store.waiting).toBe(AT_ONCE)
  writeFileSync(due, '')
  expect(await ended).toEqual([1, null])
  expect(output.stderr).toContain('stopped at the deadline')
  expect(store.handedOut.size).toBe(12)

  store.allow(Infinity)
  const last = await runCommand(args, commandEnv(site))
  expect([last.code, last.stdout]).toEqual([0, expect.stringContaining('20 files')])
  expect([...store.handedOut.values()]).toEqual(Array.from({ length: 20 }, () => 1))
  expect(published(site).size).toBe(20)
})
