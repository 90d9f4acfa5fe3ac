import type { Mirror } from '../../../db/mirror/open-mirror.ts'
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

/**
 * The article of a page as HTML that needs no style sheet of ours, with a link to the page if it is
 * truncated. Undefined if the mirror has no such page, or if it cannot be truncated between blocks.
 */
export function renderEntry(
  mirror: Mirror,
  { pageId, shell }: { pageId: string; shell: Shell }
): string | undefined {
  const { config } = shell
  const read = readRenderedPage(mirror, { pageId, search: '', rowsShare: PLAIN_ROWS, config })
  if (!read) return undefined
  const { page, facts } = read
  const prepared = prepareBlocks(page.recordMap, page.id, { maxCost: MAX_COST })
  const article = renderFragment(<PageArticle {...{ page, prepared, config }} />, shell)
  const html = portableHtml(article, facts.url)
  const isTruncated = prepared.truncations.length > 0
  if (isTruncated && html.length < MIN_LENGTH) return undefined
  const hasContent = /<img|<audio|<video|>[^<]*[^<\s]/.test(html)
  if (hasContent && !isTruncated) return html
  const link = renderFragment(
    <WholePage title={facts.title} {...{ url: facts.url, isTruncated }} />,
    shell
  )
  return hasContent ? html + link : link
}

/** The article of a page as portable HTML, for programs; undefined if the mirror has no such page. */
export function renderPageHtml(
  mirror: Mirror,
  { pageId, shell }: { pageId: string; shell: Shell }
): { html: string; isTruncated: boolean } | undefined {
  const { config } = shell
  const read = readRenderedPage(mirror, { pageId, search: '', rowsShare: 1, config })
  if (!read) return undefined
  const { page, facts } = read
  const prepared = prepareBlocks(page.recordMap, page.id)
  const article = renderFragment(<PageArticle {...{ page, prepared, config }} />, shell)
  return {
    html: portableHtml(article, facts.url),
    isTruncated: prepared.truncations.length > 0
  }
}

function WholePage({
  title,
  url,
  isTruncated
}: {
  title: string
  url: string
  isTruncated: boolean
}) {
  return (
    <p>
      <a href={url}>
        {title}
        {isTruncated && ' …'}
      </a>
    </p>
  )
}
