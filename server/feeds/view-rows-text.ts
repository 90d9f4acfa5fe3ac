import { readFirstRows, readSortableRows } from '../../db/collections/read-view-rows.ts'
import { readViewWords } from '../../db/collections/read-view-words.ts'
import { messagesFor } from '../../site/locales/messages-for.ts'
import { plainText } from '../../site/notion/text/rich-text.ts'
import type { SiteConfig } from '../../site/config/config.ts'
import { aggregationRules } from '../../site/notion/collections/view-rules.ts'
import {
  type ViewRows,
  idsOfViewRows,
  isSortable,
  viewRowsPath
} from '../../site/pages/view-rows.ts'
import { type AddressWords, findView } from '../../site/pages/view-words.ts'
import { valueText } from '../../web/blocks/values/value-text.ts'
import { tableColumns } from '../../web/collections/layouts/table-columns.ts'
import { viewName } from '../../web/collections/ViewTabs.tsx'
import type { PublishedSite } from '../publication/published-site.ts'
import type { FirstRows } from '../../db/collections/read-view-rows.ts'
import type { Rendered } from '../responses/rendered-text.ts'

/**
 * The `ViewRows` of a view as JSON, at the path that a page in a folder of files names (`viewRowsPath`);
 * undefined if the page does not show these rows now.
 */
export function viewRowsText(site: PublishedSite, path: string): Rendered {
  const ids = idsOfViewRows(path)
  if (!ids || site.isExcluded(ids.pageId)) return undefined
  const { mirror } = site.published()
  const { config } = site
  const first = readFirstRows(mirror, ids.viewId)
  const words = wordsOf(readViewWords(mirror, ids.pageId), ids.viewId)
  if (!first || !words || !isSortable(first.view.type, first.window)) return undefined
  if (viewRowsPath(ids.pageId, ids.viewId, first.window) !== path) return undefined
  const { language, timeZone } = config
  const textOf = valueText(language, timeZone)
  const sortable = readSortableRows(mirror, first, { textOf, timeZone })
  const rows: ViewRows = {
    viewId: ids.viewId,
    words,
    ...sortable,
    summaries: summariesOf(first, config),
    texts: textsOf(first, config)
  }
  return { body: JSON.stringify(rows), mediaType: 'application/json' }
}

/** An alias that leads to another view of the page is left out. */
function wordsOf(all: AddressWords, viewId: string): ViewRows['words'] | undefined {
  const own = all.get(viewId)
  if (!own) return undefined
  const [firstId] = all.keys()
  return {
    view: own.view,
    aliases: own.aliases.filter((alias) => findView(alias, all) === viewId),
    properties: [...own.properties],
    isFirst: firstId === viewId,
    isOnly: all.size === 1
  }
}

function summariesOf({ view, collection }: FirstRows, config: SiteConfig): ViewRows['summaries'] {
  const rules = aggregationRules(view, collection.schema ?? {})
  if (rules.length === 0) return []
  return tableColumns(collection, view, messagesFor(config)).flatMap(({ id, schema }) =>
    rules
      .filter(({ property }) => property === id)
      .map((rule) => ({ ...rule, format: schema.number_format }))
  )
}

function textsOf({ view, collection, window }: FirstRows, config: SiteConfig): ViewRows['texts'] {
  const messages = messagesFor(config)
  const { whole } = window
  const totals = Array.from({ length: whole + 1 }, (_, total) => total)
  const name = viewName(view, messages)
  return {
    someRows: totals.map((total) => messages.someRows(total, whole)),
    status: totals.map((total) => messages.viewStatus(name, { total, whole, from: undefined })),
    showAll: messages.showAllRows(whole),
    noRows: messages.noRows,
    nothingHere: messages.nothingHere,
    table: view.name || plainText(collection.name) || undefined
  }
}
