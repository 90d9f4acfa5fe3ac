import { showsOpenPicture } from '../../db/assets/shows-open-picture.ts'
import { PUBLIC_PICTURE_ORIGIN } from '../../site/addresses/image-url.ts'
import { perPublication } from '../publication/per-publication.ts'

/**
 * The origin from which pages of the publication load pictures besides the site's own; empty where they
 * load none. Where the mirror cannot tell, none is allowed and `onFailure` is called, once a publication.
 */
export function pictureOrigin(onFailure: (error: unknown) => void) {
  return perPublication(({ config }, { mirror }): string => {
    const { defaultPageCover, defaultPageIcon } = config
    try {
      const isNeeded = showsOpenPicture(mirror, [defaultPageCover, defaultPageIcon])
      return isNeeded ? PUBLIC_PICTURE_ORIGIN : ''
    } catch (error) {
      onFailure(error)
      return ''
    }
  })
}
