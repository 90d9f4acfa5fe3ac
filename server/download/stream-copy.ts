import type { ReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import path from 'node:path'

import { ApiError } from '../errors.ts'
import type { ByteRange } from '../http/byte-range.ts'
import type { Download } from './downloads.ts'
import { names } from './facts.ts'

/**
 * Opens a file of a copy before the reply starts: the copy of the next publication replaces it. Throws
 * `ApiError` download_not_ready if it is not there any more.
 */
export async function streamCopy(
  { folder }: Download,
  name: 'plain' | 'packed',
  part: ByteRange
): Promise<ReadStream> {
  return (await openFile(path.join(folder, names[name]))).createReadStream(part)
}

async function openFile(file: string): Promise<FileHandle> {
  try {
    return await open(file)
  } catch (error) {
    throw Object.assign(new ApiError('download_not_ready'), { cause: error })
  }
}
