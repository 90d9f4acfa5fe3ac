import type { FastifyReply } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'

import { type StoredAsset, findAsset } from '../../db/assets/find-asset.ts'
import { readShownSources } from '../../db/assets/read-shown-sources.ts'
import type { Mirror } from '../../db/mirror/open-mirror.ts'
import { isSource } from '../../site/notion/files/file-sources.ts'
import { variantFormats, variantWidth, variantWidths } from '../../site/addresses/image-variants.ts'
import { ApiError } from '../errors.ts'
import { isRaster } from '../../db/assets/is-raster.ts'
import { immutableCaching, isVersionOf } from '../http/caching.ts'
import { decodePath } from '../../site/addresses/site-address.ts'
import { filePolicies } from '../http/security-headers.ts'
import { type SentFile, originalOf, sendFile } from '../http/send-file.ts'
import { openedSources, readOpenedCopy } from '../publication/opened-copy.ts'
import { perPublication } from '../publication/per-publication.ts'
import type { PublishedSite } from '../publication/published-site.ts'
import type { Variants } from '../pictures/variants/variants.ts'

const Query = z.object({
  v: z.string().optional(),
  w: z.coerce
    .number()
    .refine((width) => variantWidths.includes(width), { error: `one of ${variantWidths.join()}` })
    .optional(),
  f: z.enum(variantFormats).optional(),
  width: z.coerce.number().int().min(1).max(10_000).optional()
})
type ImageQuery = z.infer<typeof Query>

const forADay = 'public, max-age=3600, s-maxage=86400'
/** For the original when a smaller copy may be ready soon. */
const briefly = 'public, max-age=0, s-maxage=30'

const policies = new Map([
  ['image/svg+xml', filePolicies.svg],
  ['application/pdf', filePolicies.pdf]
])

/**
 * `/image/<encoded source address>`: files that the sync has fetched; the server itself never
 * fetches. 400 for an address that no record can name, 404 for a file that the mirror lacks. `v`,
 * at least 8 digits of the content's hash, makes the reply immutable for caches. `w` and `f` choose
 * one of a few widths and formats; `width` alone chooses the next such width, as WebP.
 */
export const imageRoutes: FastifyPluginAsyncZod<{
  site: PublishedSite
  variants: Variants
}> = async (app, context) => {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/image/*',
    schema: { querystring: Query },
    handler: async (request, reply) => {
      const source = sourceOf(request.siteUrl)
      const asset = await findFile(context.site, source)
      if (!asset) throw new ApiError(isSource(source) ? 'image_not_found' : 'bad_request')
      const { file, isFinal } = await chooseFile(context, { asset, query: request.query })
      writeHeaders(reply, { asset, source })
      const caching = isVersionOf(asset.hash, request.query.v) ? immutableCaching : forADay
      reply.header('cache-control', isFinal ? caching : briefly)
      return sendFile(request, reply, file)
    }
  })
}

/** Pictures of an opened spoiler are only in the mirror with spoilers. */
async function findFile(site: PublishedSite, source: string): Promise<StoredAsset | undefined> {
  const find = (mirror: Mirror) => findAsset(mirror, source)
  const found = find(site.published().mirror)
  if (!found) {
    const isShown = (await openedSources(site))?.has(source) ?? true
    return isShown ? readOpenedCopy(site, find) : undefined
  }
  // The file of an excluded page is in the mirror until the next sync.
  return !site.hasExcludedPages() || (await shownSources(site)).has(source) ? found : undefined
}

const shownSources = perPublication(async ({ config }, { mirror }) => {
  const { defaultPageCover, defaultPageIcon } = config
  return (await readShownSources(mirror)).add(defaultPageCover ?? '').add(defaultPageIcon ?? '')
})

/** The requested copy, or the original file; `isFinal` is false if the copy may exist next time. */
async function chooseFile(
  { site, variants }: { site: PublishedSite; variants: Variants },
  { asset, query }: { asset: StoredAsset; query: ImageQuery }
): Promise<{ file: SentFile; isFinal: boolean }> {
  const { w, f } = query.width === undefined ? query : nextVariant(query.width, query)
  if ((w === undefined) !== (f === undefined)) throw new ApiError('bad_request')
  const folder = site.assetFolder
  if (w === undefined || f === undefined || asset.width === null || !isRaster(asset.mediaType)) {
    return { file: originalOf(folder, asset), isFinal: true }
  }
  const width = variantWidth(w, asset.width)
  const found = await variants.find(asset, { width, format: f })
  if (typeof found === 'string') {
    return { file: originalOf(folder, asset), isFinal: found === 'original' }
  }
  const file = { ...found, mediaType: `image/${f}`, etag: `"${asset.hash}-${width}-${f}"` }
  return { file, isFinal: true }
}

/** The narrowest variant at least this wide, else the widest. */
function nextVariant(width: number, { w, f }: ImageQuery): Pick<ImageQuery, 'w' | 'f'> {
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

/** Images, audio, video and PDF; other files are downloads. */
function isShownInBrowsers(mediaType: string): boolean {
  return /^(image|audio|video)\//.test(mediaType) || mediaType === 'application/pdf'
}

/** The file name at the end of the source address, encoded for `filename*` (RFC 5987). */
function encodedName(source: string): string {
  const name = source.split(/[/:]/).at(-1)?.split('?')[0] || 'file'
  return encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`
  )
}

function sourceOf(url: string): string {
  const source = decodePath(url.slice('/image/'.length).split('?')[0] ?? '')
  if (source === undefined) throw new ApiError('bad_request')
  return source
}
