import type { Block } from 'notion-types'

import { hasIds, withoutNames } from '../../../db/publish/copies/withheld-links.ts'
import { withoutLinkTexts } from '../../../site/spoilers/link-texts.ts'
import type { AcceptedRecords } from '../walk/accepted-records.ts'
import { stagedRows } from './staging-file.ts'
import type { Staging } from './staging.ts'

interface BareLinksOptions {
  staging: Staging
  records: AcceptedRecords
  /** Ids of pages that must leave nothing on the site. */
  hiddenIds: Set<string>
  /** The domain of the site. */
  domain: string
}

/**
 * Rewrites the accepted blocks that link to hidden pages: aliases, bookmarks and mentions of links have
 * copied titles, and workspace URLs contain the name of the page.
 */
export function bareLinks({ staging, records, hiddenIds, domain }: BareLinksOptions): void {
  if (hiddenIds.size === 0) return
  const has = (id: string) => hiddenIds.has(id)
  // Paths of pages that are not on the site are not known.
  const targets = { has, hasPath: () => false, domain }
  const statement = staging.client
    .prepare<[], string>(
      `select coalesce(override, raw) as text from frontier left join record using (kind, id)
        where kind = 'block' and state = 'accepted'
          and (instr(text, '://') > 0 or instr(text, '"/') > 0 or instr(text, 'alias_pointer') > 0)`
    )
    .pluck()
  const rewritten: Block[] = []
  for (const raw of stagedRows(statement.iterate())) {
    if (!hasIds(raw, has)) continue
    const block = JSON.parse(raw) as Block
    const bare = withoutNames(withoutLinkTexts(block, targets), has)
    if (JSON.stringify(bare) !== JSON.stringify(block)) rewritten.push(bare)
  }
  for (const block of rewritten) records.rewrite('block', block)
}
