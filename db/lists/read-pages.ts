import { keys } from '../changes/change-keys.ts'
import { noteReads } from '../changes/record-reads.ts'
import type { Mirror } from '../mirror/open-mirror.ts'
import { page } from '../schema/page-tables.ts'

/** Reads every page of the publication, in site order. */
export function readPages(
  mirror: Mirror
): { id: string; path: string; title: string; parentId: string | null }[] {
  noteReads([keys.list, keys.order])
  return mirror
    .select({ id: page.id, path: page.path, title: page.title, parentId: page.parent_page_id })
    .from(page)
    .orderBy(page.position)
    .all()
}
