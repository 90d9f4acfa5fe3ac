import type { Mirror } from '../../../db/mirror/open-mirror.ts'
import { caps } from '../../../site/limits/caps.ts'
import { linkCost } from '../../../site/limits/html-cost.ts'
import type { PageModel } from '../../../site/pages/page-model.ts'
import { type PreparedBlocks, prepareBlocks } from '../../../web/blocks/prepare/prepare-blocks.ts'
import type { MetaFacts } from '../../../web/pages/shell/meta-facts.ts'
import type { Shell } from '../../../web/pages/shell/shell.ts'
import { WikiPage } from '../../../web/pages/WikiPage.tsx'
import { renderDocument } from '../document/render-document.ts'
import { RenderedSlots } from '../slots/page-slots.tsx'
import type { SlotFault } from '../slots/slot-fault.ts'
import type { SlotModule } from '../slots/slot-module.ts'
import { PLAIN_ROWS, readRenderedPage } from './read-rendered-page.ts'

const ATTEMPTS = 4
/** The first of these attempts reduce the rows, if the page has views, and only then the blocks. */
const ROW_ATTEMPTS = 2
/**
 * The share of the usual hundred rows that fits even if each has the most text (`rowTextCaps`): the size
 * of a mean row says little of the first ones, and a view may have fewer rows than a larger share.
 */
const FITTING_ROWS = 0.15

interface PageRequest {
  pageId: string
  /** The query string with its question mark; empty without one. */
  search: string
  shell: Shell
  /** The facts for the head of the document, if the page itself is withheld. */
  publicFacts?: MetaFacts | undefined
  /** Without typesetting and with few rows of each view: for a page that is too slow with them. */
  isPlain?: boolean
  /** Components of the site's own; not used if `isPlain`. */
  slots?: SlotModule | undefined
  onSlotFault?: ((fault: SlotFault) => void) | undefined
}

/**
 * The HTML of a page; undefined if the mirror has no such page. The size of the HTML can only be
 * estimated beforehand. If it exceeds the limit, the page is rendered again with fewer blocks at its
 * end, and with fewer rows in each view.
 */
export function renderPage(mirror: Mirror, request: PageRequest): string | undefined {
  const { pageId, search, shell, publicFacts, isPlain = false } = request
  let [maxCost, rowsShare] = [caps.htmlBytes, isPlain ? PLAIN_ROWS : 1]
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const read = readRenderedPage(mirror, { pageId, search, rowsShare, config: shell.config })
    if (!read) return undefined
    const { page } = read
    const limits = { maxCost, breadcrumbCost: breadcrumbCost(page) }
    const prepared = prepareBlocks(page.recordMap, pageId, limits)
    const slots = isLast(attempt) ? undefined : slotsOf(request, { page, prepared })
    const html = renderDocument(
      <WikiPage {...{ shell, ...read, publicFacts, prepared, isPlain, slots }} />,
      slots
    )
    const bytes = Buffer.byteLength(html)
    if (bytes <= caps.htmlBytes) return html
    const share = (caps.htmlBytes / bytes) * 0.9
    // The estimate was too low, so the next attempt is based on the cost of this one.
    const mayBeRows = attempt < ROW_ATTEMPTS && Object.keys(page.views).length > 0
    maxCost = (mayBeRows ? maxCost : Math.min(maxCost, prepared.cost)) * share
    rowsShare *= share
    if (mayBeRows && attempt > 0) rowsShare = Math.min(rowsShare, FITTING_ROWS)
  }
  throw new Error(`the page ${pageId} makes more than ${caps.htmlBytes} bytes of HTML`)
}

/** The slots themselves may make the page too large. */
function isLast(attempt: number): boolean {
  return attempt === ATTEMPTS - 1
}

function slotsOf(
  { slots, isPlain, onSlotFault = () => {} }: PageRequest,
  page: { page: PageModel; prepared: PreparedBlocks }
): RenderedSlots | undefined {
  return slots && !isPlain ? new RenderedSlots(slots, { page, onFault: onSlotFault }) : undefined
}

function breadcrumbCost({ breadcrumbs, title }: PageModel): number {
  const titles = [...breadcrumbs.map((page) => page.title), title]
  return titles.reduce((sum, each) => sum + linkCost(each), 0)
}
