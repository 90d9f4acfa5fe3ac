import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'

import { MIRROR_VERSION, generationOf, mirrorVersion } from '../../../site/browse/mirror-file.ts'
import type { Download, Downloads } from '../../download/downloads.ts'
import { streamCopy } from '../../download/stream-copy.ts'
import { ApiError } from '../../errors.ts'
import { choosePart } from '../../http/byte-range.ts'
import { isNotModified } from '../../http/caching.ts'
import type { PublishedSite } from '../../publication/published-site.ts'

interface CopyContext {
  site: PublishedSite
  downloads: Downloads
}

/**
 * Only the browser that reads the file keeps it: a cache in front would keep what is withdrawn, and
 * some fetch the whole file for each range.
 */
const caching = 'private, max-age=31536000, immutable'

const Params = z.object({ version: z.string() })

/**
 * `/mirror.<version>.db`: the mirror of one publication, which `/generation.json` names, for programs
 * that read a file by ranges. The bytes at an address never change.
 */
export const mirrorCopyRoutes: FastifyPluginAsyncZod<CopyContext> = async (app, context) => {
  if (!context.site.config.isMirrorDownloadEnabled) return
  app.route({
    method: ['GET', 'HEAD'],
    url: `/mirror.:version(^${MIRROR_VERSION}).db`,
    schema: { params: Params },
    handler: async (request, reply) =>
      sendCopy(request, reply, await findCopy(request.params.version, context))
  })
}

async function findCopy(version: string, { site, downloads }: CopyContext): Promise<Download> {
  const published = () => site.published()
  const { publication } = published()
  // A page excluded since the last sync is still in the file.
  if (site.hasExcludedPages()) throw new ApiError('download_not_ready')
  if (version !== mirrorVersion(publication)) {
    const earlier = await downloads.findEarlier(version, published())
    if (earlier) return earlier
    throw new ApiError(generationOf(version) < publication.generation ? 'copy_gone' : 'not_found')
  }
  const download = await downloads.find(published)
  if (download && mirrorVersion(download.facts) === version) return download
  throw new ApiError('download_not_ready')
}

async function sendCopy(
  request: FastifyRequest,
  reply: FastifyReply,
  download: Download
): Promise<FastifyReply> {
  const { size, hash } = download.facts.plain
  const etag = `"${hash.slice(0, 32)}"`
  reply.header('etag', etag).header('cache-control', caching).header('accept-ranges', 'bytes')
  if (isNotModified(request.headers['if-none-match'], etag)) return reply.code(304).send()
  const part = choosePart(request, reply, { size, etag })
  reply.type('application/vnd.sqlite3')
  if (!part) return reply.header('cache-control', 'no-store').send()
  if (request.method === 'HEAD') return reply.send()
  return reply.send(await streamCopy(download, 'plain', part))
}
