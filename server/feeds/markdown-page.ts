import { keys } from '../../db/changes/change-keys.ts'
import { noteRead } from '../../db/changes/record-reads.ts'
import { findAsset } from '../../db/assets/find-asset.ts'
import { readIdentity } from '../../db/mirror/read-identity.ts'
import { readTransaction } from '../../db/mirror/read-transaction.ts'
import { isHeavyPage } from '../../db/limits/heavy-page.ts'
import { readPageText } from '../../db/lists/read-site-pages.ts'
import { mapImageUrl } from '../../site/addresses/image-url.ts'
import { caps } from '../../site/limits/caps.ts'
import { markdownPath } from '../../site/addresses/markdown-path.ts'
import { absoluteAddress, encodePath, siteAddress } from '../../site/addresses/site-address.ts'
import { destination } from '../markdown/text/destination.ts'
import { htmlComment } from '../markdown/text/html.ts'
import { linked, markdownText, paragraph } from '../markdown/text/markdown-text.ts'
import { markdownScope } from '../markdown/markdown-scope.ts'
import { pageDocument } from '../markdown/page-document.ts'
import { titleText } from '../markdown/page-link.ts'
import { perPublication } from '../publication/per-publication.ts'
import type { PublishedSite } from '../publication/published-site.ts'

/** Links are full addresses, because a page is read without the others. */
const webScope = perPublication((site, { mirror }) => {
  const { domain } = site.config
  const readPath = mirror.$client
    .prepare<[string], string>('select path from page where id = ?')
    .pluck()
  return markdownScope(mirror, {
    spaceId: readIdentity(mirror)?.spaceId ?? '',
    linkTargets: {
      page: (id) => {
        noteRead(keys.name(id))
        const path = readPath.get(id)
        return path && siteAddress(domain, encodePath(markdownPath({ id, path })))
      },
      file: (source) => {
        const asset = findAsset(mirror, source)
        const address = asset && mapImageUrl(source, { id: '' }, { [source]: asset })
        return address && absoluteAddress(domain, address)
      },
      collection: () => undefined,
      destination
    }
  })
})

const WITHOUT_STRUCTURE =
  'This page is too large to be written in full: here is its text, without databases, properties, links and structure.'

/** A page as Markdown with front matter; of a heavy page (`isHeavyPage`) only title and text. */
export function markdownPage(site: PublishedSite, page: { id: string; path: string }): string {
  const { mirror } = site.served()
  const scope = webScope(site)
  return readTransaction(mirror, () => {
    if (!isHeavyPage(mirror, page.id)) return pageDocument(scope, page.id, page.path)
    const title = titleText(scope.nameOf(page.id) ?? '')
    const text = readPageText(mirror, page.id, caps.markdownLength)
    const lines = text.split('\n').filter(Boolean)
    const rest = text.length < caps.markdownLength ? [] : ['…']
    return markdownText([
      { type: 'heading', depth: 1, children: linked(undefined, title) },
      htmlComment(WITHOUT_STRUCTURE),
      ...[...lines, ...rest].flatMap((line) => paragraph(linked(undefined, line)))
    ])
  })
}
