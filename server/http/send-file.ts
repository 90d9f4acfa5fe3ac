import { type FileHandle, open } from 'node:fs/promises'
import path from 'node:path'

import type { FastifyReply, FastifyRequest } from 'fastify'

import type { StoredAsset } from '../../db/assets/find-asset.ts'
import { assetPath } from '../../site/addresses/asset-path.ts'
import { choosePart } from './byte-range.ts'
import { isMissing } from './missing-file.ts'
import { ApiError } from '../errors.ts'
import { isNotModified } from './caching.ts'

/** What a stream reads at once. A smaller file takes no more memory without the cost of a stream. */
const STREAM_CHUNK_BYTES = 65_536

/** A file to send. */
export interface SentFile {
  file: string
  mediaType: string
  etag: string
}

/** The content of a file that may not be stored yet. */
export type SentBytes = Omit<SentFile, 'file'> & { bytes: Uint8Array }

/** A stored file with its original bytes. */
export function originalOf(folder: string, asset: StoredAsset): SentFile {
  const file = path.join(folder, assetPath(asset.hash))
  return { file, mediaType: asset.mediaType, etag: `"${asset.hash}"` }
}

/** Sends a file, a byte range of it, or 304. Throws `ApiError` image_not_found without the file. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  sent: SentFile | SentBytes
): Promise<FastifyReply> {
  const { mediaType, etag } = sent
  reply.header('etag', etag)
  if (isNotModified(request.headers['if-none-match'], etag)) return reply.code(304).send()
  if ('bytes' in sent) return sendBytes(request, reply, sent)
  const handle = await openFile(sent.file)
  const { size } = await handle.stat()
  const part = choosePart(request, reply.header('accept-ranges', 'bytes'), { size, etag })
  if (!part || request.method === 'HEAD' || size === 0) {
    await handle.close()
    if (!part) reply.header('cache-control', 'no-store')
    return reply.type(mediaType).send()
  }
  reply.type(mediaType)
  const length = part.end + 1 - part.start
  if (length > STREAM_CHUNK_BYTES) return reply.send(handle.createReadStream(part))
  return reply.send(await readPart(handle, part.start, length))
}

/** Reads `length` bytes from `start` and closes the file. Throws if the file has become shorter. */
async function readPart(handle: FileHandle, start: number, length: number): Promise<Buffer> {
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(length), 0, length, start)
    // Caches would keep a part as the whole file.
    if (bytesRead < length) throw new Error('The file has become shorter while it was read')
    return buffer
  } finally {
    await handle.close()
  }
}

function sendBytes(request: FastifyRequest, reply: FastifyReply, sent: SentBytes): FastifyReply {
  const { bytes, mediaType, etag } = sent
  const facts = { size: bytes.length, etag }
  const part = choosePart(request, reply.header('accept-ranges', 'bytes'), facts)
  if (!part) reply.header('cache-control', 'no-store')
  reply.type(mediaType)
  if (!part || request.method === 'HEAD') return reply.send()
  return reply.send(
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).subarray(part.start, part.end + 1)
  )
}

async function openFile(file: string): Promise<FileHandle> {
  try {
    return await open(file)
  } catch (error) {
    if (isMissing(error)) throw Object.assign(new ApiError('image_not_found'), { cause: error })
    throw error
  }
}
