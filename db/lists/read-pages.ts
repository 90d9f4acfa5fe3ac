import type { Mirror } from '../mirror/open-mirror.ts'
import { page } from '../mirror/schema.ts'

/** Every page of the publication, in the order of the site. */
export function readPages(
  mirror: Mirror
): { id: string; path: string; title: string; parentId: string | null }[] {
  return mirror
    .select({ id: page.id, path: page.path, title: page.title, parentId: page.parent_page_id })
    .from(page)
    .orderBy(page.position)
    .all()
}
