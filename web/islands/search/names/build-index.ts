import { NameIndex } from '../../../../site/search/names/name-index.ts'
import type { NameList } from '../../../../site/search/names/name-list.ts'
import { nextTask } from './next-task.ts'

/** A fifth of a long task, since a page is added as a whole and a phone's clock may be late. */
const SLICE_MS = 10

/**
 * Builds the index in short tasks, between which the browser handles keys and paints. `onWholeNames`
 * gets it as soon as it finds whole names: with thousands of pages, their words take several times as long.
 */
export async function buildIndex(
  list: NameList,
  onWholeNames: (index: NameIndex) => void
): Promise<NameIndex> {
  const index = new NameIndex(list)
  let isShared = false
  while (!index.build(untilSliceEnds())) {
    await nextTask()
    if (index.hasWholeNames && !isShared) {
      isShared = true
      onWholeNames(index)
      await nextTask()
    }
  }
  await nextTask()
  // The first search takes several times as long as the following ones, for its code is compiled.
  index.find(list.titles[0] ?? '', 1)
  return index
}

function untilSliceEnds(): () => boolean {
  const end = performance.now() + SLICE_MS
  return () => performance.now() < end
}
