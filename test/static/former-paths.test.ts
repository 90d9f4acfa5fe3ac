import path from 'node:path'

import { expect, test } from 'vitest'

import { readIdentity } from '../../db/mirror/read-identity.ts'
import { PublishedSite } from '../../server/publication/published-site.ts'
import { readPathRules } from '../../static/rules/redirect-rules.ts'
import { ROOT_ID, pageBlock, testId, workspaceOf } from '../support/workspaces/records.ts'
import { tempDir } from '../support/temp-dir.ts'
import { testConfig } from '../support/workspaces/test-config.ts'
import { openTestMirror, publishAt, walkResultOf } from '../support/workspaces/walk-result.ts'

test('former paths lead to pages, except those of pages that are excluded now', async () => {
  const mirror = openTestMirror(path.join(tempDir(), 'mirror.db'))
  const publish = (at: number, ...titles: string[]) => {
    const pages = titles.map((title, index) => pageBlock(2 + index, title))
    const ids = pages.map(({ id }) => id)
    return publishAt(mirror, at, walkResultOf(workspaceOf(ids, pages)))
  }
  await publish(100, 'Copper', 'Lamp')
  await publish(200, 'Bronze', 'Lantern')
  const rulesWith = (excludedPageIds: string[]) => {
    const publication = readIdentity(mirror)!
    const source = {
      current: () => ({ mirror, publication, fileId: '' }),
      isUnreadable: () => false
    }
    const config = testConfig(ROOT_ID, { excludedPageIds })
    return readPathRules(new PublishedSite(config, { source, assetFolder: '', hosting: 'static' }))
  }
  const lamp = { from: '/lamp', to: '/lantern/' }
  expect(rulesWith([]).redirects).toEqual([{ from: '/copper', to: '/bronze/' }, lamp])
  expect(rulesWith([testId(2)])).toEqual({ redirects: [lamp], gone: [] })
})
