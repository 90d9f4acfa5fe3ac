import { existsSync, readFileSync, statSync } from 'node:fs'

import { findAsset } from '../../db/assets/find-asset.ts'
import { variantFormats, variantWidth } from '../../site/addresses/image-variants.ts'
import { findPage } from '../../db/lists/find-page.ts'
import { ApiError } from '../../server/errors.ts'
import { originalOf } from '../../server/http/send-file.ts'
import { findPageCard, pageCardIfAny } from '../../server/pictures/social-image/page-card.ts'
import type { PublishedSite } from '../../server/publication/published-site.ts'
import type { SiteContext } from '../../server/site/site-context.ts'
import type { Reference } from '../addresses/place-address.ts'
import { type Place, type WrittenFile, placeCopy, writeUnlessSame } from '../folder/write-file.ts'
import { ResponseError } from './responses.ts'

const IMAGE = '/image/'
const SOCIAL_IMAGE = '/api/social-image'

/** Whether an address is that of a picture or file of the mirror. */
export function isPictureAddress(address: string): boolean {
  return address.startsWith(IMAGE) || address.split('?')[0] === SOCIAL_IMAGE
}

/** A picture in the folder; it is made again by the next build unless it is final. */
interface PlacedFile extends WrittenFile {
  isFinal: boolean
}

/** Puts pictures and files of the mirror into a folder. */
export class PictureFiles {
  readonly #context: SiteContext

  constructor(context: SiteContext) {
    this.#context = context
  }

  /** Undefined for an address of no picture. Throws `ResponseError` if its file is missing. */
  async place(
    { file, address }: Reference,
    { folder, earlier }: Omit<Place, 'name'>
  ): Promise<PlacedFile | undefined> {
    const [path = '', query] = address.split('?')
    const parameters = new URLSearchParams(query)
    const found = path.startsWith(IMAGE)
      ? await this.#findImage(decodeURIComponent(path.slice(IMAGE.length)), parameters)
      : await this.#findCard(parameters.get('id') ?? undefined)
    if (!found) return undefined
    if (!existsSync(found.file)) {
      const remedy = 'run "fansite check --files" and "fansite sync"'
      throw new ResponseError(`"${found.file}" is missing in the mirror; ${remedy}`)
    }
    if (!found.isFinal) {
      const content = readFileSync(found.file)
      return { ...writeUnlessSame(content, { folder, name: file, earlier }), isFinal: false }
    }
    placeCopy(found.file, folder, file)
    return { size: statSync(found.file).size, isNew: true, isFinal: true }
  }

  async #findImage(source: string, query: URLSearchParams) {
    const { site, variants } = this.#context
    const asset = findAsset(site.published().mirror, source)
    if (!asset) return undefined
    const original = { file: originalOf(site.assetFolder, asset).file, isFinal: true }
    const format = variantFormats.find((each) => each === query.get('f'))
    const requested = Number(query.get('w'))
    if (format === undefined || requested === 0 || asset.width === null) return original
    const width = variantWidth(requested, asset.width)
    const found = await variants.find(asset, { width, format })
    if (found === 'original') return original
    return found === 'failed' ? { ...original, isFinal: false } : { ...found, isFinal: true }
  }

  async #findCard(id: string | undefined) {
    const { site, socialImages } = this.#context
    // Without an id it is that of the site, which follows its root page.
    const page = id === undefined ? findPageCard(site, rootPageId(site)) : pageCardIfAny(site, id)
    // A link in a text names a page that the site does not have.
    if (!page) return undefined
    try {
      await socialImages.drawAhead(page)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const cause =
        error.code === 'busy'
          ? 'its process got no CPU time; run the command again when the machine is less busy'
          : 'the cause is above'
      throw new ResponseError(`the social image of "${page.card.title}" cannot be drawn: ${cause}`)
    }
    const file = await socialImages.folder.find(page)
    return file === undefined ? undefined : { file, isFinal: id !== undefined }
  }
}

/** The configuration may name another root page than the mirror was synced from. */
function rootPageId(site: PublishedSite): string {
  return findPage(site.published().mirror, '/')?.id ?? site.config.rootNotionPageId
}
