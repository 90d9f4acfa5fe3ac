import type { Mirror } from '../../../db/mirror/open-mirror.ts'
import { caps } from '../../../site/limits/caps.ts'
import { prepareBlocks } from '../../../web/blocks/prepare/prepare-blocks.ts'
import type { Shell } from '../../../web/pages/shell/shell.ts'
import { PageArticle } from '../../../web/pages/PageArticle.tsx'
import { portableHtml } from '../../feeds/portable-html.ts'
import { renderFragment } from '../document/render-document.ts'
import { PLAIN_ROWS, readRenderedPage } from './read-rendered-page.ts'

/** What the blocks of one entry may cost as a page, in bytes; a link leads to the rest. */
const MAX_COST = 34_000
/** If less HTML is left of a truncated page, it consists of one huge text. */
const MIN_LENGTH = 5000

interface AskedPage {
  pageId: string
  shell: Shell
}

/**
 * The article of a page as HTML that needs no style sheet of ours, with a link to the page if it is
 * truncated. Undefined if the mirror has no such page, or if it cannot be truncated between blocks.
 */
export function renderEntry(mirror: Mirror, asked: AskedPage): string | undefined {
  const article = renderArticle(mirror, asked, { rowsShare: PLAIN_ROWS, maxCost: MAX_COST })
  if (!article) return undefined
  const { html, isTruncated, facts } = article
  if (isTruncated && html.length < MIN_LENGTH) return undefined
  const hasContent = /<img|<audio|<video|>[^<]*[^<\s]/.test(html)
  if (hasContent && !isTruncated) return html
  const { title, url } = facts
  const link = renderFragment(
    <p>
      <a href={url}>
        {title}
        {isTruncated && ' …'}
      </a>
    </p>,
    asked.shell
  )
  return hasContent ? html + link : link
}

/** The article of a page as portable HTML, for programs; undefined if the mirror has no such page. */
export function renderPageHtml(
  mirror: Mirror,
  asked: AskedPage
): { html: string; isTruncated: boolean } | undefined {
  const article = renderArticle(mirror, asked, { rowsShare: 1, maxCost: caps.htmlBytes })
  return article && { html: article.html, isTruncated: article.isTruncated }
}

function renderArticle(
  mirror: Mirror,
  { pageId, shell }: AskedPage,
  { rowsShare, maxCost }: { rowsShare: number; maxCost: number }
) {
  const { config } = shell
  const read = readRenderedPage(mirror, { pageId, search: '', rowsShare, config })
  if (!read) return undefined
  const { page, facts } = read
  const prepared = prepareBlocks(page.recordMap, page.id, { maxCost })
  const article = renderFragment(<PageArticle {...{ page, prepared, config }} />, shell)
  const html = portableHtml(article, facts.url)
  return { html, isTruncated: prepared.truncations.length > 0, facts }
}
