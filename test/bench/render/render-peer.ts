import type { Collection as CollectionRecord, ExtendedRecordMap } from 'notion-types'
import { getBlockValue } from 'notion-utils'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { NotionRenderer } from 'react-notion-x'
import { Code } from 'react-notion-x/third-party/code'
import { Collection } from 'react-notion-x/third-party/collection'
import { Equation } from 'react-notion-x/third-party/equation'

import type { Mirror } from '../../../db/mirror/open-mirror.ts'
import type { PageModel } from '../../../site/pages/page-model.ts'
import { readQueryResult } from './query-result.ts'

/** The page with the rows of its views as reducer results, as react-notion-x reads them. */
export function withQueryResults(mirror: Mirror, page: PageModel): PageModel {
  const results = Object.values(page.recordMap.collection).map((box) => {
    const collection = getBlockValue<CollectionRecord>(box)
    const views = Object.keys(page.views).map((id) => [id, readQueryResult(mirror, id)])
    return [collection?.id, Object.fromEntries(views)]
  })
  const recordMap = { ...page.recordMap, collection_query: Object.fromEntries(results) }
  return { ...page, recordMap }
}

const components = { Code, Collection, Equation }

/** The HTML of react-notion-x, which modifies its records, so each call gets a copy. */
export function renderPeer({ recordMap }: PageModel, defaultPageIcon?: string | null): string {
  const icon = defaultPageIcon ? { defaultPageIcon } : {}
  const own: ExtendedRecordMap = { ...recordMap, signed_urls: {} }
  return renderToStaticMarkup(
    createElement(NotionRenderer, { recordMap: own, fullPage: true, components, ...icon })
  )
}
