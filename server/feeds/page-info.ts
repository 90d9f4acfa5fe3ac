import type { PublishedSite } from '../publication/published-site.ts'
import { findPageFacts } from '../render/find-page-facts.ts'
import type { RenderedText } from '../responses/rendered-text.ts'
import { jsonAnswer } from './api/json-answer.ts'

const caching = 'public, max-age=0, s-maxage=60, stale-while-revalidate=600'

/** The facts of a page as JSON, for `/api/notion-page-info`. Throws like `findPageFacts`. */
export function pageInfoText(site: PublishedSite, id: string | undefined): RenderedText {
  const facts = findPageFacts(site, id)
  const { icon: _, iconImage: __, isAuthorNamed: ___, image, authorImage, path, ...rest } = facts
  const address = site.basePath + path
  const info = {
    ...rest,
    path: address,
    image: image?.href ?? null,
    authorImage: authorImage?.href ?? null
  }
  return { ...jsonAnswer(info), caching }
}
