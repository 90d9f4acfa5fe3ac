import type { ChildProcess } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'

import { onTestFinished } from 'vitest'

/** The processes that run a module of this name, as this process starts them until the test ends. */
export function startedProcesses(name: string): ChildProcess[] {
  const started: ChildProcess[] = []
  const note = (message: unknown) => {
    const { process: child } = message as { process: ChildProcess }
    // Its arguments are known only after it has started.
    process.nextTick(() => {
      if (child.spawnargs.some((each) => each.includes(name))) started.push(child)
    })
  }
  subscribe('child_process', note)
  onTestFinished(() => void unsubscribe('child_process', note))
  return started
}
