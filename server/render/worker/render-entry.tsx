import type { Mirror } from '../../../db/mirror/open-mirror.ts'
import { readTransaction } from '../../../db/mirror/read-transaction.ts'
import { PageArticle } from '../../../web/pages/PageArticle.tsx'
import { prepareBlocks } from '../../../web/blocks/prepare/prepare-blocks.ts'
import { portableHtml } from '../../feeds/portable-html.ts'
import { renderFragment } from '../render-document.ts'
import { PLAIN_ROWS, type PageRequest, renderPage, readRendered } from './render-page.tsx'

/** What the blocks of one entry may cost as a page, in bytes; its link leads to the rest. */
const MAX_COST = 34_000
/** Where so little is left of what was cut, it was one huge text. */
const MIN_LENGTH = 5000

/** What is asked for: a page as visitors see it, or its article as the feed has it. */
export function renderRequest(mirror: Mirror, request: PageRequest): string | undefined {
  return request.isEntry ? renderEntry(mirror, request) : renderPage(mirror, request)
}

/**
 * The article of a page as HTML that stands without our stylesheet, and a link to the page where it is
 * not all; undefined for one that cannot be cut between blocks.
 */
function renderEntry(mirror: Mirror, { pageId, shell }: PageRequest): string | undefined {
  const { config } = shell
  const asked = { pageId, search: '', rowsShare: PLAIN_ROWS, config }
  const read = readTransaction(mirror, () => readRendered(mirror, asked))
  if (!read) return undefined
  const { page, facts } = read
  const prepared = prepareBlocks(page.recordMap, page.id, { maxCost: MAX_COST })
  const article = renderFragment(<PageArticle {...{ page, prepared, config }} />)
  const html = portableHtml(article, facts.url)
  const isCut = prepared.truncations.length > 0
  if (isCut && html.length < MIN_LENGTH) return undefined
  const says = /<img|<audio|<video|>[^<]*[^<\s]/.test(html)
  if (says && !isCut) return html
  const link = renderFragment(<WholePage title={page.title} url={facts.url} isCut={isCut} />)
  return says ? html + link : link
}

function WholePage({ title, url, isCut }: { title: string; url: string; isCut: boolean }) {
  return (
    <p>
      <a href={url}>
        {title}
        {isCut && ' …'}
      </a>
    </p>
  )
}
