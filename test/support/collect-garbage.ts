import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

import { onTestFinished } from 'vitest'

/** A call of a test lasts longer. With the memory of many tests, a collection takes longer than this. */
const PAUSE_MS = 40

/** Collects garbage again and again until the test ends, as a long run does at any time. */
export function keepCollectingGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const collectSoon = () =>
    setTimeout(() => {
      collect()
      timer = collectSoon()
    }, PAUSE_MS)
  let timer = collectSoon()
  onTestFinished(() => clearTimeout(timer))
}
