import { keys } from './change-keys.ts'
import { noteRead } from './record-reads.ts'

/** Notes pages that are listed by name in site order; `isPart` if more pages belong to the list. */
export function notePages(pages: { id: string }[], { isPart }: { isPart: boolean }): void {
  for (const { id } of pages) {
    noteRead(keys.name(id))
    if (!isPart) noteRead(keys.place(id))
  }
  if (isPart) noteRead(keys.order)
}
