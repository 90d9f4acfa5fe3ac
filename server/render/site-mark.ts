import { readRootIcon } from '../../db/lists/read-root-icon.ts'
import { shownIcon } from '../../db/lists/page-icon.ts'
import { isEmojiIcon } from '../../site/notion/blocks/emoji-icon.ts'
import { perEdition } from '../publication/per-publication.ts'

/** What stands before the site's name, from where its icons are drawn too; see `shownIcon`. Undefined for the shipped mark. */
export const siteMark = perEdition((site, { mirror }): string | undefined => {
  const { rootNotionPageId: id, defaultPageIcon = null } = site.config
  const own = shownIcon(mirror, { id, icon: defaultPageIcon })
  return own ?? shownIcon(mirror, { id, icon: readRootIcon(mirror, id) ?? null }) ?? undefined
})

/** An icon that is an emoji: what can be shown before the first sync, too. */
export function emojiMark(icon: string | null | undefined): string | undefined {
  return icon && isEmojiIcon(icon) ? icon : undefined
}
