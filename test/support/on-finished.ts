import { TestRunner, onTestFinished } from 'vitest'

const shared: (() => unknown)[] = []

/**
 * Runs `cleanUp` after the current test or, if called in `beforeAll`, after the last test of the
 * file.
 */
export function onFinished(cleanUp: () => unknown): void {
  if (TestRunner.getCurrentTest()) onTestFinished(async () => void (await cleanUp()))
  else shared.push(cleanUp)
}

/** Cleans up what the tests of a file share, newest first. */
export async function cleanUpShared(): Promise<void> {
  for (const cleanUp of shared.splice(0).toReversed()) await cleanUp()
}
