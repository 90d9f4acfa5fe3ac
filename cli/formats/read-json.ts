import { readFileSync, statSync } from 'node:fs'

import { z } from 'zod'

/** Reads a small JSON file of fansite; undefined when it is missing or does not match the shape. */
export function readJson<T>(file: string, shape: z.ZodType<T>): T | undefined {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return undefined
  try {
    return shape.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    // Truncated by a power cut, for example. Such files only save work, so they may be lost.
    if (error instanceof SyntaxError || error instanceof z.ZodError) return undefined
    throw error
  }
}
