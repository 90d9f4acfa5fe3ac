import type { Block, Collection } from 'notion-types'

import type { NameOf } from '../text/mentions.ts'
import { plainText } from '../text/rich-text.ts'

/** What texts call a page that they mention: a database that is a page is called after its collection. */
export function pageName(
  page: Pick<Block, 'properties'>,
  collection?: Pick<Collection, 'name'>,
  nameOf?: NameOf
): string {
  return plainText(page.properties?.title, nameOf) || plainText(collection?.name, nameOf)
}
