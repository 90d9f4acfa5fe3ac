import { TestRunner, onTestFinished } from 'vitest'

const shared: (() => unknown)[] = []

/** Runs `tidy` when the running test ends, or, called in `beforeAll`, after the last test of the file. */
export function onFinished(tidy: () => unknown): void {
  if (TestRunner.getCurrentTest()) onTestFinished(async () => void (await tidy()))
  else shared.push(tidy)
}

/** Tidies up what the tests of a file have shared, the newest first. */
export async function tidyUp(): Promise<void> {
  for (const tidy of shared.splice(0).toReversed()) await tidy()
}
