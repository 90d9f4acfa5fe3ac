import { createHash } from 'node:crypto'

/** The columns of a page that its digest covers. */
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
 * Returns the sha256 of a page and its content. Depth and position are excluded: they change when
 * another page is added or removed.
 */
export function pageDigest(page: DigestedPage, contentDigest: string): string {
  const { id, title, collection_id, icon, cover, created_time, last_edited_time } = page
  const own = [id, title, collection_id, icon, cover, created_time, last_edited_time]
  const all = JSON.stringify([...own, page.path, page.slug, page.parent_page_id, page.text])
  return createHash('sha256').update(all).update(contentDigest).digest('hex')
}
