import { rmSync, statSync } from 'node:fs'
import path from 'node:path'

import { makeFolder } from '../../db/mirror/make-folder.ts'
import { type NamedAsset, hashOf } from '../check/find-asset-faults.ts'
import type { DamagedFiles } from '../check/damaged-files.ts'
import { storeAsset } from '../sync/assets/asset-folder.ts'
import { requestMirror, chunksOf } from './request-mirror.ts'
import { AssetError, TransientFault } from './clone-error.ts'
import { retry } from './retry.ts'
import { writeChunks } from './write-chunks.ts'

export interface FetchAssetOptions {
  /** Address of the site's mirror; its files are beside it. */
  address: URL
  /** The asset folder. */
  folder: string
  damaged: DamagedFiles
  silenceMs: number
  signal: AbortSignal
  onFault: (message: string) => void
}

/**
 * Fetches one file of a site by the address that its pages use, compares it with its hash and
 * stores it. A download that was cut is continued, also by a later run. Throws `AssetError` when
 * the site does not hand out these bytes, and `PassingFault` when it does not answer.
 */
export async function fetchAsset(asset: NamedAsset, options: FetchAssetOptions): Promise<void> {
  const { folder, damaged } = options
  const { hash } = asset
  makeFolder(folder)
  const part = path.join(folder, `${hash}.part`)
  try {
    const bytes = () => sizeOf(part)
    await retry(() => attempt(asset, { ...options, part }), { ...options, bytes })
  } catch (error) {
    if (error instanceof AssetError) rmSync(part, { force: true })
    throw error
  }
  await storeAsset(folder, { ...asset, part, isDamaged: damaged.has(hash) })
  damaged.forget(hash)
  rmSync(part, { force: true })
}

interface Attempt extends FetchAssetOptions {
  part: string
}

async function attempt(asset: NamedAsset, options: Attempt): Promise<void> {
  const { part } = options
  const held = sizeOf(part)
  if (held === 0 || held < asset.size) await receive(asset, { ...options, held })
  if ((await hashOf(part)) === asset.hash) return
  rmSync(part, { force: true })
  // Bytes that an earlier run has left may be the fault.
  if (held > 0) throw new TransientFault('the bytes of a part were damaged')
  throw new AssetError('the site sends other bytes')
}

async function receive(
  { hash, size, source }: NamedAsset,
  options: Attempt & { held: number }
): Promise<void> {
  const { address, part, held } = options
  const url = new URL(`image/${encodeURIComponent(source)}?v=${hash.slice(0, 16)}`, address)
  const range = held > 0 && { range: `bytes=${held}-`, 'if-range': `"${hash}"` }
  const headers = { 'accept-encoding': 'identity', ...range }
  const answer = await requestMirror(url, { ...options, headers, isAnswer: isFinal })
  if (answer.statusCode > 206) {
    void answer.body.dump()
    rmSync(part, { force: true })
    if (answer.statusCode === 416) throw new TransientFault('the site does not have the rest')
    throw new AssetError(`the site answers with status ${answer.statusCode}`)
  }
  const sent = String(answer.headers['content-range'])
  const isRest = answer.statusCode === 206 && sent.startsWith(`bytes ${held}-`)
  const chunks = limitedTo(size, isRest ? held : 0, chunksOf(answer.body))
  await writeChunks(part, isRest ? 'a' : 'w', chunks)
  if (sizeOf(part) < size) throw new TransientFault('the download was cut')
}

/** Whether a status is no fault that passes. */
function isFinal(status: number): boolean {
  const isRefusal = status >= 400 && status < 500 && status !== 408 && status !== 429
  return status === 200 || status === 206 || isRefusal
}

async function* limitedTo(
  size: number,
  from: number,
  chunks: AsyncIterable<Uint8Array>
): AsyncGenerator<Uint8Array> {
  let bytes = from
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > size) throw new AssetError('the site sends other bytes')
    yield chunk
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
