import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'

import { titleToSlug } from '../../../site/addresses/slug.ts'
import { choosePart } from '../../http/byte-range.ts'
import type { Download } from '../../download/downloads.ts'
import { streamCopy } from '../../download/stream-copy.ts'
import { ApiError } from '../../errors.ts'
import { isNotModified } from '../../http/caching.ts'
import type { PublishedSite } from '../../publication/published-site.ts'
import type { Downloads } from '../../download/downloads.ts'
import { acceptedEncodings } from '../../responses/store/accepted-encodings.ts'

interface Variant {
  name: 'plain' | 'packed'
  etag: string
}

interface DownloadContext {
  site: PublishedSite
  downloads: Downloads
}

/** `/mirror.db`: the whole wiki as one SQLite file, for contributors; see `fansite clone`. */
export const mirrorDownloadRoutes: FastifyPluginAsyncZod<DownloadContext> = async (
  app,
  { site, downloads }
) => {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/mirror.db',
    handler: async (request, reply) => {
      if (!site.config.isMirrorDownloadEnabled) throw new ApiError('not_found')
      const download = await findDownload({ site, downloads })
      const variant = chooseVariant(request, download)
      writeHeaders(reply, { site, download, variant })
      // Times do not tell: a copy by other rules of spoilers has the time of the one before.
      if (isNotModified(request.headers['if-none-match'], variant.etag)) {
        return reply.code(304).send()
      }
      return sendVariant(request, reply, { download, variant })
    }
  })
}

async function findDownload({ site, downloads }: DownloadContext): Promise<Download> {
  const published = () => site.published()
  // A page excluded since the last sync is still in the mirror file.
  const download = site.hasExcludedPages() ? undefined : await downloads.find(published)
  if (!download) throw new ApiError('download_not_ready')
  return download
}

/**
 * Brotli if the client accepts it. A range is one of the plain bytes, since some programs send
 * ranges and accept every encoding, unless `If-Range` has the tag of the packed file.
 */
function chooseVariant({ headers }: FastifyRequest, { facts }: Download): Variant {
  const tag = (name: Variant['name']) =>
    `"${facts.generation}-${facts[name].hash.slice(0, 32)}${name === 'packed' ? '-br' : ''}"`
  const plain = { name: 'plain', etag: tag('plain') } as const
  const packed = { name: 'packed', etag: tag('packed') } as const
  const condition = headers['if-range'] ?? plain.etag
  const isPart = headers.range !== undefined && condition === plain.etag
  const isPacked = acceptedEncodings(headers['accept-encoding']).includes('br') && !isPart
  return isPacked ? packed : plain
}

function writeHeaders(
  reply: FastifyReply,
  facts: { site: PublishedSite; download: Download; variant: Variant }
): void {
  const { site, download, variant } = facts
  const { generation, ...files } = download.facts
  const slug = titleToSlug(site.config.name) || 'mirror'
  const name = encodeURIComponent(`${slug}-${generation}.db`)
  reply
    .header('cache-control', 'public, max-age=0, s-maxage=300, stale-while-revalidate=3600')
    .header('vary', 'accept-encoding')
    .header('etag', variant.etag)
    .header('accept-ranges', 'bytes')
    .header('content-disposition', `attachment; filename*=UTF-8''${name}`)
    .header(
      'repr-digest',
      `sha-256=:${Buffer.from(files[variant.name].hash, 'hex').toString('base64')}:`
    )
}

async function sendVariant(
  request: FastifyRequest,
  reply: FastifyReply,
  { download, variant }: { download: Download; variant: Variant }
): Promise<FastifyReply> {
  const { size } = download.facts[variant.name]
  const part = choosePart(request, reply, { size, etag: variant.etag })
  if (!part) return reply.header('cache-control', 'no-store').send()
  reply.type('application/vnd.sqlite3')
  if (variant.name === 'packed') reply.header('content-encoding', 'br')
  if (request.method === 'HEAD') return reply.send()
  return reply.send(await streamCopy(download, variant.name, part))
}
