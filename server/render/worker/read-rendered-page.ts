import { readTransaction } from '../../../db/mirror/read-transaction.ts'
import type { Mirror } from '../../../db/mirror/open-mirror.ts'
import { readPage } from '../../../db/page/read-page.ts'
import { readRelated } from '../../../db/page/read-related.ts'
import { readPageFacts } from '../../../db/page/read-page-facts.ts'
import { coveringRules } from '../../../site/spoilers/spoiler-rule.ts'
import { parsePageQuery } from '../../../site/addresses/page-query.ts'
import type { SiteConfig } from '../../../site/config/config.ts'
import { pageFacts } from '../../../site/pages/page-facts.ts'
import type { PageModel } from '../../../site/pages/page-model.ts'
import { valueText } from '../../../web/blocks/values/value-text.ts'
import type { MetaFacts } from '../../../web/pages/shell/meta-facts.ts'
import { readLanguages } from '../document/page-languages.ts'
import { socialImagePath } from '../../pictures/social-image/card-facts.ts'

/** The share of the usual number of rows that a view of a plain page shows. */
export const PLAIN_ROWS = 0.25

interface RenderedPageQuery {
  pageId: string
  /** The query string with its question mark; empty without one. */
  search: string
  /** The share of the usual number of rows that each view shows. */
  rowsShare: number
  config: SiteConfig
}

/** A page and the facts for its head, read in one transaction; undefined if the mirror has no such page. */
export function readRenderedPage(
  mirror: Mirror,
  query: RenderedPageQuery
): { page: PageModel; facts: MetaFacts } | undefined {
  return readTransaction(mirror, () => read(mirror, query))
}

function read(mirror: Mirror, { pageId, search, rowsShare, config }: RenderedPageQuery) {
  const { language, timeZone } = config
  const textOf = valueText(language, timeZone)
  const shown = {
    covering: coveringRules(config),
    defaultPictures: [config.defaultPageIcon, config.defaultPageCover]
  }
  const source = readPageFacts(mirror, pageId, shown)
  const page = readPage(mirror, pageId, {
    ...parsePageQuery(search),
    textOf,
    timeZone,
    rowsShare,
    ...shown
  })
  if (!source || !page) return undefined
  const facts = pageFacts(source, config)
  const { breadcrumbs } = page
  const socialImage = socialImagePath(facts, config)
  const related = config.areRelatedPagesShown
    ? readRelated(
        mirror,
        pageId,
        breadcrumbs.map(({ id }) => id)
      )
    : []
  return {
    page: { ...page, related },
    facts: { ...facts, ...readLanguages(mirror, pageId, config), breadcrumbs, socialImage }
  }
}
