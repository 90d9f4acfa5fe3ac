import type { ChildProcess } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'

import { onTestFinished } from 'vitest'

/**
 * The processes that run a module of this name, as this process starts them until the test ends. Each is
 * passed to `onStart`.
 */
export function startedProcesses(
  name: string,
  onStart: (child: ChildProcess) => void = () => {}
): ChildProcess[] {
  const started: ChildProcess[] = []
  const note = (message: unknown) => {
    const { process: child } = message as { process: ChildProcess }
    // Its arguments are known only after it has started.
    process.nextTick(() => {
      if (!child.spawnargs.some((each) => each.includes(name))) return
      started.push(child)
      onStart(child)
    })
  }
  subscribe('child_process', note)
  onTestFinished(() => void unsubscribe('child_process', note))
  return started
}
