import { NameIndex } from '../../../../site/search/names/name-index.ts'
import type { NameList } from '../../../../site/search/names/name-list.ts'

/** A quarter of a long task, since a page is added as a whole and a phone's clock may be late. */
const SLICE_MS = 12

/** Builds the index in short tasks, between which the browser handles keys and paints. */
export async function buildIndex(list: NameList): Promise<NameIndex> {
  const index = new NameIndex(list)
  while (!index.build(untilSliceEnds())) await nextTask()
  return index
}

function untilSliceEnds(): () => boolean {
  const end = performance.now() + SLICE_MS
  return () => performance.now() < end
}

/** A message is handled before the next timer, which browsers delay by 4 ms. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      port1.close()
      resolve()
    })
    port1.start()
    port2.postMessage(null)
  })
}
