import type { FastifyReply } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'

import { type StoredAsset, findAsset } from '../../db/assets/find-asset.ts'
import { isSource } from '../../site/notion/files/file-sources.ts'
import { variantFormats, variantWidth, variantWidths } from '../../site/addresses/image-variants.ts'
import { ApiError } from '../errors.ts'
import { isRaster } from '../../db/assets/picture.ts'
import { decodePath } from '../http/request-path.ts'
import { type SentFile, originalOf, sendFile } from '../http/send-file.ts'
import type { Site } from '../site-context.ts'

const Query = z.object({
  v: z.string().optional(),
  w: z.coerce
    .number()
    .refine((width) => variantWidths.includes(width), { error: `one of ${variantWidths.join()}` })
    .optional(),
  f: z.enum(variantFormats).optional(),
  width: z.coerce.number().int().min(1).max(10_000).optional()
})
type Asked = z.infer<typeof Query>

const forEver = 'public, max-age=31536000, immutable'
const forADay = 'public, max-age=3600, s-maxage=86400'
/** The original in the place of a copy that may be there soon. */
const forAMoment = 'public, max-age=0, s-maxage=30'

/** A picture may hold script when it is SVG; opened on its own it runs none and loads nothing. */
const svgPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
/** Viewers of documents are parts of the browser that a stricter policy would keep from starting. */
const pdfPolicy = "frame-ancestors 'self'"
const policies = new Map([
  ['image/svg+xml', svgPolicy],
  ['application/pdf', pdfPolicy]
])

/**
 * `/image/<encoded source address>`: files that the sync has fetched, and nothing else; no address
 * makes the server fetch. What no record could name is refused, what the mirror lacks is not found. With `v`, the start of the content's hash, the reply may be kept for ever.
 * With `w` and `f` a picture comes in one of a few widths and formats; with `width` alone in the next
 * of these widths, as WebP.
 */
export const imageRoutes: FastifyPluginAsyncZod<{ site: Site }> = async (app, { site }) => {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/image/*',
    schema: { querystring: Query },
    handler: async (request, reply) => {
      const source = sourceOf(request.url)
      const asset = findAsset(site.published().mirror, source)
      if (!asset) throw new ApiError(isSource(source) ? 'image_not_found' : 'bad_request')
      const { file, isLasting } = await chooseFile(site, { asset, asked: request.query })
      writeHeaders(reply, { asset, source })
      const isPinned = isVersionOf(asset, request.query.v)
      reply.header('cache-control', !isLasting ? forAMoment : isPinned ? forEver : forADay)
      return sendFile(request, reply, file)
    }
  })
}

function isVersionOf({ hash }: StoredAsset, version = ''): boolean {
  return version.length >= 8 && hash.startsWith(version)
}

/** The copy that is asked for, or the file itself; not lasting when the copy may be there next time. */
async function chooseFile(
  site: Site,
  { asset, asked }: { asset: StoredAsset; asked: Asked }
): Promise<{ file: SentFile; isLasting: boolean }> {
  const { w, f } = asked.width === undefined ? asked : offered(asked.width, asked)
  if ((w === undefined) !== (f === undefined)) throw new ApiError('bad_request')
  const folder = site.assetFolder
  if (w === undefined || f === undefined || asset.width === null || !isRaster(asset.mediaType)) {
    return { file: originalOf(folder, asset), isLasting: true }
  }
  const width = variantWidth(w, asset.width)
  const found = await site.variants.find(asset, { width, format: f })
  if (typeof found === 'string') {
    return { file: originalOf(folder, asset), isLasting: found === 'original' }
  }
  const file = { ...found, mediaType: `image/${f}`, etag: `"${asset.hash}-${width}-${f}"` }
  return { file, isLasting: true }
}

/** The copy that shows a picture this wide at least, of those that are offered. */
function offered(width: number, { w, f }: Asked): Pick<Asked, 'w' | 'f'> {
  if (w !== undefined || f !== undefined) throw new ApiError('bad_request')
  return { w: variantWidths.find((each) => each >= width) ?? variantWidths.at(-1), f: 'webp' }
}

function writeHeaders(
  reply: FastifyReply,
  { asset, source }: { asset: StoredAsset; source: string }
): void {
  reply.header('cross-origin-resource-policy', 'cross-origin')
  const policy = policies.get(asset.mediaType)
  if (policy) reply.header('content-security-policy', policy)
  if (!isShownInBrowsers(asset.mediaType)) {
    reply.header('content-disposition', `attachment; filename*=UTF-8''${encodedName(source)}`)
  }
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
  const source = decodePath(url.slice('/image/'.length).split('?')[0] ?? '')
  if (source === undefined) throw new ApiError('bad_request')
  return source
}
