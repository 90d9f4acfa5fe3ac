import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import path from 'node:path'

import type { SpoilerRules } from '../../site/config/config.ts'

/** The mirrors that a sync derives from `mirror.db` if spoilers are withheld. */
export interface SpoilerCopies {
  /** Without spoilers: everything public is made of it. */
  public: string
  /** With spoilers at their neutral paths: for the page of an opened spoiler only. */
  opened: string
}

const RULE_DIGITS = 12

/**
 * The paths of both, beside a mirror; undefined if nothing is withheld. The names contain a hash of the
 * rules, so a copy that was made by other rules is never used.
 */
export function spoilerCopies(
  mirrorFile: string,
  rules: SpoilerRules | null
): SpoilerCopies | undefined {
  if (rules?.mode !== 'withhold') return undefined
  const { chapters, property, tag, sign } = rules
  const hash = createHash('sha256').update(JSON.stringify([chapters, property, tag, sign]))
  const name = `${hash.digest('hex').slice(0, RULE_DIGITS)}.db`
  const folder = path.dirname(mirrorFile)
  return {
    public: path.join(folder, `public-${name}`),
    opened: path.join(folder, `opened-${name}`)
  }
}

/** Whether a file name is that of such a copy, by whichever rules. */
export function isSpoilerCopy(name: string): boolean {
  return /^(public|opened)-[0-9a-f]{12}\.db/.test(name)
}

/** The file names of all such copies in a folder. */
export function findSpoilerCopies(folder: string): string[] {
  return readdirSync(folder).filter((name) => isSpoilerCopy(name) && name.endsWith('.db'))
}
