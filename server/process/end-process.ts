import type { ChildProcess } from 'node:child_process'

/** Kills a child process and waits until it has ended: it then uses no file any more. */
export async function endProcess(child: ChildProcess): Promise<void> {
  // Without an id it has never started.
  if (child.pid === undefined || hasEnded(child)) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  // A message that is on its way cannot arrive any more. Such an error must not end the wait.
  child.on('error', () => {})
  child.kill('SIGKILL')
  await ended
}

/** Whether a process has ended, and emits `exit` no more. */
export function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null
}
