import { readRootIcon } from '../../db/lists/read-root-icon.ts'
import { pageIcon } from '../../db/lists/page-icon.ts'
import { isEmojiIcon } from '../../site/notion/blocks/emoji-icon.ts'
import { perPublication } from '../publication/per-publication.ts'

/** The icon before the site's name: configured or the root page's; undefined for the shipped one. */
export const siteMark = perPublication((site, { mirror }): string | undefined => {
  const { rootNotionPageId: id, defaultPageIcon = null } = site.config
  const configured = pageIcon(mirror, { id, icon: defaultPageIcon })
  return configured ?? pageIcon(mirror, { id, icon: readRootIcon(mirror, id) ?? null }) ?? undefined
})

/** The icon if it is an emoji, which needs no mirror; otherwise undefined. */
export function emojiMark(icon: string | null | undefined): string | undefined {
  return icon && isEmojiIcon(icon) ? icon : undefined
}
