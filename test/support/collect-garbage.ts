import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

import { onTestFinished } from 'vitest'

const INTERVAL_MS = 10

/** Collects garbage again and again until the test ends, as a long run does at any time. */
export function keepCollectingGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const timer = setInterval(collect, INTERVAL_MS)
  onTestFinished(() => clearInterval(timer))
}
