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
 * `/image/<encoded source address>`: bytes that the sync has fetched, and nothing else; no address
 * makes the server fetch. With `v`, the start of the content's hash, the reply may be kept for ever.
 */
export const imageRoutes: FastifyPluginAsyncZod<{ site: Site }> = async (app, { site }) => {
  app.get('/image/*', { schema: { querystring: Query } }, async (request, reply) => {
    const asset = findAsset(site.published().mirror, sourceOf(request.url))
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
    return sendFile(reply, { asset, folder: site.assetFolder })
  })
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
  file: { asset: StoredAsset; folder: string }
): Promise<FastifyReply> {
  const { asset, folder } = file
  const name = path.join(folder, assetPath(asset.hash))
  const stats = await stat(name).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new ApiError('image_not_found')
    throw error
  })
  if (asset.mediaType === 'image/svg+xml') reply.header('content-security-policy', svgPolicy)
  reply.type(asset.mediaType).header('content-length', stats.size)
  return reply.send(createReadStream(name))
}
