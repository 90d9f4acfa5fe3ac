import type { ChildProcess } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'

import { onTestFinished } from 'vitest'

import { takeSpare } from '../../../server/process/spare-processes.ts'

/** Passes each process that runs a module of this name to `onStart`, until the returned function is called. */
export function noteProcesses(name: string, onStart: (child: ChildProcess) => void): () => void {
  const note = (message: unknown) => {
    const { process: child } = message as { process: ChildProcess }
    // Its arguments are known only after it has started.
    process.nextTick(() => child.spawnargs.some((each) => each.includes(name)) && onStart(child))
  }
  subscribe('child_process', note)
  return () => void unsubscribe('child_process', note)
}

/**
 * The processes that run a module of this name, as this process starts them until the test ends. Each is
 * passed to `onStart`.
 */
export function startedProcesses(
  name: string,
  onStart: (child: ChildProcess) => void = () => {}
): ChildProcess[] {
  const started: ChildProcess[] = []
  const end = noteProcesses(name, (child) => {
    started.push(child)
    onStart(child)
  })
  onTestFinished(end)
  return started
}

/**
 * Ends the spare processes of workers with these options, so that the next one starts its own. Spare
 * processes of other workers stay: each is half a second of CPU time for a later test.
 */
export function endSparesOf({ thread, nice }: { thread: URL; nice: number }): void {
  const kind = `${thread.href} ${nice}`
  for (let child = takeSpare(kind); child; child = takeSpare(kind)) child.kill('SIGKILL')
}

const drawingCards = {
  thread: new URL('../../../server/pictures/social-image/card-thread.ts', import.meta.url),
  nice: 10
}

/** The processes that draw social images, now and later; those that an earlier server has left are ended. */
export function drawingProcesses(onStart?: (child: ChildProcess) => void): ChildProcess[] {
  endSparesOf(drawingCards)
  return startedProcesses('card-thread', onStart)
}
