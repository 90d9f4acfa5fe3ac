import { readRootIcon } from '../../db/lists/read-root-icon.ts'
import { pageIcon } from '../../db/lists/page-icon.ts'
import { isEmojiIcon } from '../../site/notion/blocks/emoji-icon.ts'
import { perPublication } from '../publication/per-publication.ts'

/** The icon beside the site's name, from the same source as its icon files. Undefined for the default mark. */
export const siteMark = perPublication((site, { mirror }): string | undefined => {
  const { rootNotionPageId: id, defaultPageIcon = null } = site.config
  const configured = pageIcon(mirror, { id, icon: defaultPageIcon })
  return configured ?? pageIcon(mirror, { id, icon: readRootIcon(mirror, id) ?? null }) ?? undefined
})

/** The icon if it is an emoji, which needs no mirror. */
export function emojiMark(icon: string | null | undefined): string | undefined {
  return icon && isEmojiIcon(icon) ? icon : undefined
}
