import type { Block, Collection } from 'notion-types'

import { plainText } from '../site/rich-text.ts'

/** What texts call a page that they mention: a database that is a page is called after its collection. */
export function pageName(
  page: Pick<Block, 'properties'>,
  collection?: Pick<Collection, 'name'>
): string {
  return plainText(page.properties?.title) || plainText(collection?.name)
}
