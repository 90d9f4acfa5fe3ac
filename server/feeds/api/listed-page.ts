import type { ListedPage } from '../../../db/page/read-page-list.ts'
import { messagesFor } from '../../../site/locales/messages-for.ts'
import { isEmojiIcon } from '../../../site/notion/blocks/emoji-icon.ts'
import { pageAddress } from '../../../site/pages/page-facts.ts'
import type { PublishedSite } from '../../publication/published-site.ts'

/** A page in lists of the API. A covered spoiler is named by its chapter, as in search results. */
export function listedPage({ config, basePath }: PublishedSite, page: ListedPage) {
  const { id, path, spoiler, icon, parentId, collectionId, createdTime, lastEditedTime } = page
  const isCovered = spoiler !== null
  return {
    id,
    title: isCovered ? messagesFor(config).spoiler(spoiler) : page.title,
    path: basePath + path,
    url: pageAddress(config.domain, path),
    icon: !isCovered && icon !== null && isEmojiIcon(icon) ? icon : null,
    parentId,
    collectionId,
    spoiler,
    createdTime,
    lastEditedTime
  }
}
