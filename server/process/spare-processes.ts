import type { ChildProcess } from 'node:child_process'

/** A spare process takes about 100 MB. */
const MAX_SPARE = 4

interface Spare {
  kind: string
  child: ChildProcess
}

/** Idle processes of closed workers, oldest first. */
const spare: Spare[] = []

// They would also end by themselves when they lose their connection, but only after this process.
process.once('exit', endSpares)

/**
 * Keeps the idle process of a closed worker for the next worker of the same kind, because a start
 * takes about half a second of CPU time. A program that opens several servers after each other, such
 * as a test or a benchmark, then starts a process once. A spare process does not keep this one running.
 */
export function keepSpare(kind: string, child: ChildProcess): void {
  child.removeAllListeners('error').removeAllListeners('exit').removeAllListeners('message')
  child.on('error', () => drop(child)).on('exit', () => drop(child))
  child.unref()
  child.channel?.unref()
  spare.push({ kind, child })
  if (spare.length > MAX_SPARE) spare.shift()?.child.kill('SIGKILL')
}

/** Takes a spare process of this kind; undefined if there is none. */
export function takeSpare(kind: string): ChildProcess | undefined {
  const found = spare.findLast((each) => each.kind === kind && each.child.connected)
  if (!found) return undefined
  drop(found.child)
  found.child.removeAllListeners('error').removeAllListeners('exit')
  found.child.ref()
  found.child.channel?.ref()
  return found.child
}

/** Ends all spare processes; workers then start new ones. */
export function endSpares(): void {
  for (const { child } of spare.splice(0)) child.kill('SIGKILL')
}

function drop(child: ChildProcess): void {
  const index = spare.findIndex((each) => each.child === child)
  if (index !== -1) spare.splice(index, 1)
}
