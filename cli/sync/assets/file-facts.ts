import { open } from 'node:fs/promises'

import { fileTypeFromFile } from 'file-type'

import { FileError } from './download/file-error.ts'
import { isRaster } from '../../../db/assets/is-raster.ts'
import { pictureSize } from '../../../db/assets/picture.ts'
import { messageOf } from '../../../site/formats/error-message.ts'

/** Bytes that are searched for the first tag. */
const HEAD_BYTES = 4096

export interface FileFacts {
  /** Detected from the bytes. */
  mediaType: string
  /** The first 4 KiB, as text. */
  head: string
  /** Pixels, after the EXIF orientation is applied; null for files that are no pictures. */
  width: number | null
  height: number | null
}

/**
 * Reads type and size of a file from its bytes; its extension and `Content-Type` are ignored. Throws
 * `FileError` for a picture that is damaged or too large to decode.
 */
export async function readFileFacts(file: string): Promise<FileFacts> {
  const head = await readHead(file)
  const mediaType = await readMediaType(file, head)
  if (!isRaster(mediaType) && mediaType !== 'image/svg+xml') {
    return { mediaType, head, width: null, height: null }
  }
  const { width, height } = await pictureSize(file).catch((error: unknown) => {
    const reason = messageOf(error)
    throw new FileError(withoutPath(reason, file), { cause: error })
  })
  return { mediaType, head, width: width || null, height: height || null }
}

async function readMediaType(file: string, head: string): Promise<string> {
  const found = await fileTypeFromFile(file)
  const isText = found === undefined || found.mime === 'application/xml'
  if (isText && /<svg[\s>]/i.test(head)) return 'image/svg+xml'
  return found?.mime ?? 'application/octet-stream'
}

async function readHead(file: string): Promise<string> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return new TextDecoder().decode(buffer.subarray(0, bytesRead))
  } finally {
    await handle.close()
  }
}

/** The decoder's message names the temporary file. */
function withoutPath(reason: string, file: string): string {
  return `the picture cannot be read: ${reason.replaceAll(file, 'the file')}`
}
