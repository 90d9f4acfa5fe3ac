import { createHash } from 'node:crypto'

/** What of a page's own row its digest is made of. */
export interface DigestedPage {
  id: string
  title: string
  collection_id: string | null
  icon: string | null
  cover: string | null
  created_time: number
  last_edited_time: number
  path: string
  slug: string
  parent_page_id: string | null
  text: string
}

/**
 * sha256 over a page and what stands on it: without its place among all others, which moves when
 * another page comes or goes.
 */
export function pageDigest(page: DigestedPage, contentDigest: string): string {
  const { id, title, collection_id, icon, cover, created_time, last_edited_time } = page
  const own = [id, title, collection_id, icon, cover, created_time, last_edited_time]
  const drawn = JSON.stringify([...own, page.path, page.slug, page.parent_page_id, page.text])
  return createHash('sha256').update(drawn).update(contentDigest).digest('hex')
}
