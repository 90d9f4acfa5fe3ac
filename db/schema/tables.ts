import { asset, user } from './asset-tables.ts'
import { block, dateValue } from './block-tables.ts'
import {
  collection,
  collectionProperty,
  collectionView,
  collectionViewGroup,
  collectionViewRow,
  propertyValue
} from './collection-tables.ts'
import { gonePage, link, page, pagePath, titleMention } from './page-tables.ts'
import { change, mirror, publication, syncRun, tableDigest } from './publication-tables.ts'
import {
  formerTitle,
  searchCalled,
  searchIndex,
  searchPage,
  searchSection
} from './search-tables.ts'

/**
 * All tables of the mirror. Names and spelling are Notion's; ids are dashed UUIDs; instants are UTC
 * milliseconds; booleans are 0 or 1; columns named after a JSON value contain valid JSON.
 * `db/describe/descriptions.ts` describes each column.
 */
export const tables = [
  mirror,
  block,
  page,
  pagePath,
  gonePage,
  titleMention,
  collection,
  collectionProperty,
  collectionView,
  collectionViewGroup,
  collectionViewRow,
  user,
  dateValue,
  propertyValue,
  link,
  asset,
  tableDigest,
  publication,
  change,
  syncRun,
  searchIndex,
  searchPage,
  formerTitle,
  searchCalled,
  searchSection
]
