import type { Mirror } from '../../db/open-mirror.ts'
import { readPage } from '../../db/read-page.ts'
import { readPageFacts } from '../../db/read-page-facts.ts'
import { inSnapshot } from '../../db/snapshot.ts'
import { MAX_HTML_BYTES } from '../../site/block-weight.ts'
import { parsePageQuery } from '../../site/page-query.ts'
import type { SiteConfig } from '../../site/config.ts'
import { pageFacts } from '../../site/page-facts.ts'
import type { PageView } from '../../site/page-view.ts'
import type { Shell } from '../../web/pages/Document.tsx'
import { WikiPage } from '../../web/pages/WikiPage.tsx'
import type { MetaFacts } from '../../web/pages/PageMeta.tsx'
import { renderDocument } from '../render.tsx'
import { socialImagePath } from '../social-image/card-facts.ts'

const ATTEMPTS = 3

/** What is drawn for a visitor; plain values, since it may be sent to another thread. */
export interface PageRequest {
  pageId: string
  /** The query string as it came, with its question mark. */
  search: string
  shell: Shell
}

/**
 * The HTML of a page; undefined when the mirror has no such page. How much HTML the blocks make can
 * only be guessed before: where it is too much, the page is drawn again with less of its end.
 */
export function drawPage(
  mirror: Mirror,
  { pageId, search, shell }: PageRequest
): string | undefined {
  const read = inSnapshot(mirror, () => readDrawn(mirror, { pageId, search, config: shell.config }))
  if (!read) return undefined
  let maxWeight = MAX_HTML_BYTES
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const html = renderDocument(<WikiPage shell={shell} {...read} maxWeight={maxWeight} />)
    const bytes = Buffer.byteLength(html)
    if (bytes <= MAX_HTML_BYTES) return html
    maxWeight *= (MAX_HTML_BYTES / bytes) * 0.9
  }
  throw new Error(`the page ${pageId} makes more than ${MAX_HTML_BYTES} bytes of HTML`)
}

/** A page, and what its head tells of it. */
function readDrawn(
  mirror: Mirror,
  { pageId, search, config }: { pageId: string; search: string; config: SiteConfig }
): { page: PageView; facts: MetaFacts } | undefined {
  const defaults = [config.defaultPageIcon, config.defaultPageCover]
  const source = readPageFacts(mirror, pageId, defaults)
  const page = readPage(mirror, pageId, parsePageQuery(search))
  if (!source || !page) return undefined
  const facts = pageFacts(source, config)
  const { breadcrumbs } = page
  return { page, facts: { ...facts, breadcrumbs, socialImage: socialImagePath(facts, config) } }
}
