import { showsPublicPicture } from '../../db/assets/shows-public-picture.ts'
import { PUBLIC_PICTURE_ORIGIN } from '../../site/addresses/image-url.ts'
import { perPublication } from '../publication/per-publication.ts'

/**
 * The foreign origin that pages of the publication load pictures from; empty if they load none. If
 * the mirror cannot be read, it is empty too and `onFailure` is called, once per publication.
 */
export function pictureOrigin(onFailure: (error: unknown) => void) {
  return perPublication(({ config }, { mirror }): string => {
    const { defaultPageCover, defaultPageIcon } = config
    try {
      const isNeeded = showsPublicPicture(mirror, [defaultPageCover, defaultPageIcon])
      return isNeeded ? PUBLIC_PICTURE_ORIGIN : ''
    } catch (error) {
      onFailure(error)
      return ''
    }
  })
}
