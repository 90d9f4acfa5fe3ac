import type { Block } from 'notion-types'

import type { SiteConfig } from '../../site/config/config.ts'
import { isPictureIcon } from '../../site/notion/blocks/emoji-icon.ts'
import type { PageModel } from '../../site/pages/page-model.ts'
import { joinClasses } from '../blocks/context/join-classes.ts'
import { notion } from '../blocks/vocabulary.ts'

const fonts = new Set<unknown>(['serif', 'mono'])

type PageFormat = Record<string, unknown> | undefined

/** Classes for the page settings in Notion: full width, small text, font. */
export function pageStyles(format: PageFormat): (string | false)[] {
  const font = format?.['page_font']
  return [
    format?.['page_full_width'] === true && 'full-width',
    format?.['page_small_text'] === true && 'small-text',
    fonts.has(font) && `font-${String(font)}`
  ]
}

/** The classes of a page's main element: what is above its title, and its settings. */
export function mainClass(page: PageModel, config: SiteConfig, root: Block | undefined) {
  const format: PageFormat = root?.format
  const isCollection = root?.type === 'collection_view_page'
  const icon = page.icon ?? config.defaultPageIcon
  const { main, wide, small, ...has } = notion.page
  return joinClasses(
    main,
    (page.cover ?? config.defaultPageCover) ? has.withCover : has.withoutCover,
    icon ? has.withIcon : has.withoutIcon,
    icon && isPictureIcon(icon) ? has.withPictureIcon : has.withTextIcon,
    (isCollection || format?.['page_full_width'] === true) && 'wide-page',
    format?.['page_full_width'] === true && wide,
    format?.['page_small_text'] === true && small
  )
}
