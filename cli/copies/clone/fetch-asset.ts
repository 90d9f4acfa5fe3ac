import { rmSync, statSync } from 'node:fs'
import path from 'node:path'

import type { Dispatcher } from 'undici'

import { makeFolder } from '../../../db/mirror/files/make-folder.ts'
import type { DamagedFiles } from '../../check/damaged-files.ts'
import { fileHash } from '../../check/file-hash.ts'
import type { ReferencedAsset } from '../../check/referenced-assets.ts'
import { storeAsset } from '../../sync/assets/asset-folder.ts'
import { requestMirror, chunksOf } from './request-mirror.ts'
import { AssetError, TransientFault } from './clone-error.ts'
import { retry } from './retry.ts'
import { writeChunks } from './write-chunks.ts'

const OTHER_CONTENT = 'the site sends other content than its mirror references'

export interface FetchAssetOptions {
  /** Where the site has a file: the URLs are tried in order. */
  urlsOf: (asset: ReferencedAsset) => URL[]
  /** The asset folder. */
  folder: string
  damaged: DamagedFiles
  /** Time-out between two chunks, in milliseconds. */
  silenceMs: number
  signal: AbortSignal
  onFault: (message: string) => void
}

/**
 * Fetches one file of a site from a URL that its pages use, verifies its hash and stores it. An
 * interrupted download is resumed, also by a later run. Throws `AssetError` when the site does not
 * serve this content, and `TransientFault` when it does not respond.
 */
export async function fetchAsset(
  asset: ReferencedAsset,
  options: FetchAssetOptions
): Promise<void> {
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
  await storeAsset(folder, { ...asset, part, isDamaged: true })
  damaged.remove(hash)
  rmSync(part, { force: true })
}

interface Attempt extends FetchAssetOptions {
  part: string
}

async function attempt(asset: ReferencedAsset, options: Attempt): Promise<void> {
  const { part } = options
  const start = sizeOf(part)
  if (start === 0 || start < asset.size) await receive(asset, { ...options, start })
  if ((await fileHash(part)) === asset.hash) return
  rmSync(part, { force: true })
  // The bytes of an earlier run may be the corrupted ones.
  if (start > 0) throw new TransientFault('the partial download was corrupted')
  throw new AssetError(OTHER_CONTENT)
}

async function receive(
  asset: ReferencedAsset,
  options: Attempt & { start: number }
): Promise<void> {
  const { size } = asset
  const { part, start } = options
  const response = await request(asset, options)
  if (response.statusCode > 206) {
    void response.body.dump()
    rmSync(part, { force: true })
    if (response.statusCode === 416) throw new TransientFault('status 416 for a partial download')
    throw new AssetError(`status ${response.statusCode}`)
  }
  const sent = String(response.headers['content-range'])
  const isRest = response.statusCode === 206 && sent.startsWith(`bytes ${start}-`)
  const chunks = limitedTo(size, isRest ? start : 0, chunksOf(response.body))
  await writeChunks(part, isRest ? 'a' : 'w', chunks)
  if (sizeOf(part) < size) throw new TransientFault('the download was interrupted')
}

/** Requests the URLs of a file until one of them exists; returns the last response. */
async function request(
  asset: ReferencedAsset,
  options: Attempt & { start: number }
): Promise<Dispatcher.ResponseData> {
  const { urlsOf, start } = options
  const range = start > 0 && { range: `bytes=${start}-`, 'if-range': `"${asset.hash}"` }
  const headers = { 'accept-encoding': 'identity', ...range }
  let response: Dispatcher.ResponseData | undefined
  for (const url of urlsOf(asset)) {
    void response?.body.dump()
    response = await requestMirror(url, { ...options, headers, isExpected: isFinal })
    if (response.statusCode !== 404) return response
  }
  if (!response) throw new Error(`"${asset.source}" has no URL`)
  return response
}

/** Whether a retry would return the same status. */
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
    if (bytes > size) throw new AssetError(OTHER_CONTENT)
    yield chunk
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
