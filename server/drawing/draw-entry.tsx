import type { Mirror } from '../../db/open-mirror.ts'
import { inSnapshot } from '../../db/snapshot.ts'
import { MAX_HTML_BYTES } from '../../site/block-weight.ts'
import type { SiteConfig } from '../../site/config.ts'
import type { PageView } from '../../site/page-view.ts'
import { PageArticle } from '../../web/pages/PageArticle.tsx'
import type { MetaFacts } from '../../web/pages/PageMeta.tsx'
import { prepareBlocks } from '../../web/blocks/prepare-blocks.ts'
import { type PortableHtml, portableHtml } from '../machines/portable-html.ts'
import { renderFragment } from '../render.tsx'
import { PLAIN_ROWS, type PageRequest, drawPage, readDrawn } from './draw-page.tsx'

/** Of one page; a feed reader shows the rest by the link. */
const MAX_LENGTH = 30_000
/** Of which the markup that only a browser needs takes about half. */
const MAX_WEIGHT = 2 * MAX_LENGTH

/** What is asked for: a page as visitors see it, or its article as the feed has it. */
export function drawAsked(mirror: Mirror, request: PageRequest): string | undefined {
  return request.isEntry ? drawEntry(mirror, request) : drawPage(mirror, request)
}

/** The article of a page as HTML that stands without our stylesheet, and a link to the page where it is not all. */
function drawEntry(mirror: Mirror, { pageId, shell }: PageRequest): string | undefined {
  const { config } = shell
  const asked = { pageId, search: '', rowsShare: PLAIN_ROWS, config }
  const read = inSnapshot(mirror, () => readDrawn(mirror, asked))
  if (!read) return undefined
  let article = drawArticle(read, { config, maxWeight: MAX_WEIGHT })
  // Only whole blocks are left out for their weight: here it was one of the first.
  if (article.isCut && article.html.length < MAX_LENGTH / 4) {
    article = drawArticle(read, { config, maxWeight: MAX_HTML_BYTES })
  }
  const { html, isCut } = article
  if (html !== '' && !isCut) return html
  return (
    html + renderFragment(<WholePage title={read.page.title} url={read.facts.url} isCut={isCut} />)
  )
}

function drawArticle(
  { page, facts }: { page: PageView; facts: MetaFacts },
  { config, maxWeight }: { config: SiteConfig; maxWeight: number }
): PortableHtml {
  const prepared = prepareBlocks(page.recordMap, page.id, { maxWeight })
  const drawn = renderFragment(<PageArticle {...{ page, prepared, config }} />)
  const { html, isCut } = portableHtml(drawn, { base: facts.url, maxLength: MAX_LENGTH })
  return { html, isCut: isCut || prepared.cuts.length > 0 }
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
