import type { Block, Collection } from 'notion-types'

import type { NameOf } from '../text/mentions.ts'
import { plainText } from '../text/rich-text.ts'

/**
 * The plain-text name of a page. A page that is a database without a title has the name of its
 * collection.
 */
export function pageName(
  page: Pick<Block, 'properties'>,
  collection?: Pick<Collection, 'name'>,
  nameOf?: NameOf
): string {
  return plainText(page.properties?.title, nameOf) || plainText(collection?.name, nameOf)
}
