import { readRootIcon } from '../../db/lists/read-root-icon.ts'
import { pageIcon } from '../../db/lists/page-icon.ts'
import { isEmojiIcon } from '../../site/notion/blocks/emoji-icon.ts'
import { perPublication } from '../publication/per-publication.ts'

/** What stands before the site's name, from where its icons are drawn too; see `shownIcon`. Undefined for the shipped mark. */
export const siteMark = perPublication((site, { mirror }): string | undefined => {
  const { rootNotionPageId: id, defaultPageIcon = null } = site.config
  const own = pageIcon(mirror, { id, icon: defaultPageIcon })
  return own ?? pageIcon(mirror, { id, icon: readRootIcon(mirror, id) ?? null }) ?? undefined
})

/** An icon that is an emoji: what can be shown before the first sync, too. */
export function emojiMark(icon: string | null | undefined): string | undefined {
  return icon && isEmojiIcon(icon) ? icon : undefined
}
