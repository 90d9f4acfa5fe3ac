import { readFileSync, statSync } from 'node:fs'

import { z } from 'zod'

/** A small file of our own; undefined when it is missing or is not what it was. */
export function readJson<T>(file: string, shape: z.ZodType<T>): T | undefined {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return undefined
  try {
    return shape.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    // Cut by a loss of power, say: all that is lost is a saving.
    if (error instanceof SyntaxError || error instanceof z.ZodError) return undefined
    throw error
  }
}
