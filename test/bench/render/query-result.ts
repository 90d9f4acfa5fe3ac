import type { CollectionQueryResult } from 'notion-types'

import type { Mirror } from '../../../db/mirror/open-mirror.ts'
import { readViewGroups } from '../../../db/collections/read-view-groups.ts'
import { queryResult } from '../../../server/render/slots/query-result.ts'

/** All shown rows of a view in the form that react-notion-x reads. */
export function readQueryResult(mirror: Mirror, viewId: string): CollectionQueryResult {
  return queryResult(readViewGroups(mirror, viewId).filter(({ isHidden }) => !isHidden))
}
