import type { Mirror } from '../../../db/mirror/open-mirror.ts'
import { readPage } from '../../../db/page/read-page.ts'
import { readPageFacts } from '../../../db/page/read-page-facts.ts'
import { readTransaction } from '../../../db/mirror/read-transaction.ts'
import { caps } from '../../../site/limits/caps.ts'
import { linkCost } from '../../../site/limits/html-cost.ts'
import { parsePageQuery } from '../../../site/addresses/page-query.ts'
import type { SiteConfig } from '../../../site/config/config.ts'
import { pageFacts } from '../../../site/pages/page-facts.ts'
import type { PageModel } from '../../../site/pages/page-model.ts'
import type { Shell } from '../../../web/pages/shell/Document.tsx'
import { prepareBlocks } from '../../../web/blocks/prepare/prepare-blocks.ts'
import { valueText } from '../../../web/blocks/values/value-text.ts'
import { WikiPage } from '../../../web/pages/WikiPage.tsx'
import type { MetaFacts } from '../../../web/pages/shell/PageMeta.tsx'
import { renderDocument } from '../render-document.ts'
import { socialImagePath } from '../../pictures/social-image/card-facts.ts'
import type { RenderedPage } from './rendered-page.ts'

const ATTEMPTS = 4
/** Of which with fewer rows, where a page shows some, and as many blocks as seemed to fit. */
const ROW_ATTEMPTS = 2

/** What to render. Plain values, because it may be sent to another process. */
export interface PageRequest extends RenderedPage {
  shell: Shell
  /** Without typesetting and with few rows of each view: for a page that is too slow with them. */
  isPlain?: boolean
}

/** Of the usual number of rows. */
export const PLAIN_ROWS = 0.25

/**
 * The HTML of a page; undefined when the mirror has no such page. How much HTML its blocks and rows
 * make can only be guessed before: where it is too much, the page is drawn again with less of its
 * end, and with fewer rows of each view at once.
 */
export function renderPage(
  mirror: Mirror,
  { pageId, search, shell, isPlain = false }: PageRequest
): string | undefined {
  let [maxCost, rowsShare] = [caps.htmlBytes, isPlain ? PLAIN_ROWS : 1]
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const asked = { pageId, search, rowsShare, config: shell.config }
    const read = readTransaction(mirror, () => readRendered(mirror, asked))
    if (!read) return undefined
    const { page } = read
    const limits = { maxCost, breadcrumbCost: breadcrumbCost(page) }
    const prepared = prepareBlocks(page.recordMap, pageId, limits)
    const drawn = { shell, ...read, prepared, isPlain }
    const html = renderDocument(<WikiPage {...drawn} />)
    const bytes = Buffer.byteLength(html)
    if (bytes <= caps.htmlBytes) return html
    const share = (caps.htmlBytes / bytes) * 0.9
    // Where the estimate was too low, the next one starts from what it came to.
    const mayBeRows = attempt < ROW_ATTEMPTS && Object.keys(page.views).length > 0
    maxCost = (mayBeRows ? maxCost : Math.min(maxCost, prepared.cost)) * share
    rowsShare *= share
  }
  throw new Error(`the page ${pageId} makes more than ${caps.htmlBytes} bytes of HTML`)
}

function breadcrumbCost({ breadcrumbs, title }: PageModel): number {
  const titles = [...breadcrumbs.map((page) => page.title), title]
  return titles.reduce((sum, each) => sum + linkCost(each), 0)
}

/** A page, and what its head tells of it. */
export function readRendered(
  mirror: Mirror,
  asked: { pageId: string; search: string; rowsShare: number; config: SiteConfig }
): { page: PageModel; facts: MetaFacts } | undefined {
  const { pageId, search, rowsShare, config } = asked
  const { language, timeZone } = config
  const textOf = valueText(language, timeZone)
  const query = { ...parsePageQuery(search), textOf, timeZone, rowsShare }
  const defaults = [config.defaultPageIcon, config.defaultPageCover]
  const source = readPageFacts(mirror, pageId, defaults)
  const page = readPage(mirror, pageId, query)
  if (!source || !page) return undefined
  const facts = pageFacts(source, config)
  const { breadcrumbs } = page
  return { page, facts: { ...facts, breadcrumbs, socialImage: socialImagePath(facts, config) } }
}
