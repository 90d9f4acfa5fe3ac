import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'

import type { FastifyReply } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'

import { type StoredAsset, findAsset } from '../../db/find-asset.ts'
import { assetPath } from '../../site/asset-path.ts'
import { ApiError } from '../errors.ts'
import { isNotModified } from '../etag.ts'
import type { Site } from '../site.ts'

const Query = z.object({ v: z.string().optional() })

/** A picture may hold script when it is SVG; opened on its own it runs none and loads nothing. */
const svgPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

/**
 * `/image/<encoded source address>`: files that the sync has fetched, and nothing else; no address
 * makes the server fetch. With `v`, the start of the content's hash, the reply may be kept for ever.
 */
export const imageRoutes: FastifyPluginAsyncZod<{ site: Site }> = async (app, { site }) => {
  app.get('/image/*', { schema: { querystring: Query } }, async (request, reply) => {
    const source = sourceOf(request.url)
    const asset = findAsset(site.published().mirror, source)
    if (!asset) throw new ApiError('image_not_found')

    const version = request.query.v
    const isPinned = version !== undefined && version.length >= 8 && asset.hash.startsWith(version)
    reply.header(
      'cache-control',
      isPinned ? 'public, max-age=31536000, immutable' : 'public, max-age=3600, s-maxage=86400'
    )
    const etag = `"${asset.hash}"`
    reply.header('etag', etag).header('cross-origin-resource-policy', 'cross-origin')
    if (isNotModified(request.headers['if-none-match'], etag)) return reply.code(304).send()
    return sendFile(reply, { asset, source, folder: site.assetFolder })
  })
}

/** Pictures, films, sounds and PDF documents; everything else is for saving. */
function isShownInBrowsers(mediaType: string): boolean {
  return /^(image|audio|video)\//.test(mediaType) || mediaType === 'application/pdf'
}

/** The file's own name, as the end of its address has it, for RFC 5987. */
function encodedName(source: string): string {
  const name = source.split(/[/:]/).at(-1)?.split('?')[0] || 'file'
  return encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`
  )
}

function sourceOf(url: string): string {
  const encoded = url.slice('/image/'.length).split('?')[0] ?? ''
  try {
    return decodeURIComponent(encoded)
  } catch (error) {
    throw Object.assign(new ApiError('bad_request'), { cause: error })
  }
}

async function sendFile(
  reply: FastifyReply,
  file: { asset: StoredAsset; folder: string; source: string }
): Promise<FastifyReply> {
  const { asset, folder, source } = file
  const name = path.join(folder, assetPath(asset.hash))
  const stats = await stat(name).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new ApiError('image_not_found')
    throw error
  })
  if (asset.mediaType === 'image/svg+xml') reply.header('content-security-policy', svgPolicy)
  if (!isShownInBrowsers(asset.mediaType)) {
    reply.header('content-disposition', `attachment; filename*=UTF-8''${encodedName(source)}`)
  }
  reply.type(asset.mediaType).header('content-length', stats.size)
  return reply.send(createReadStream(name))
}
