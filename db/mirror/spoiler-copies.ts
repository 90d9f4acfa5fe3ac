import { hash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import path from 'node:path'

import type { SpoilerRules } from '../../site/config/config.ts'
import type { Mirror } from './open-mirror.ts'
import { type PublicationFacts, readStoredGeneration } from './read-identity.ts'

/** The mirrors that a sync derives from `mirror.db` if spoilers are withheld. */
export interface SpoilerCopies {
  /** Without spoilers: everything public is made of it. */
  public: string
  /** With spoilers at their neutral paths: for the page of an opened spoiler only. */
  opened: string
}

const RULE_DIGITS = 12

/**
 * Returns the paths of both copies, beside a mirror; undefined if nothing is withheld. The names contain
 * a hash of the rules, so a copy that was made by other rules is never used.
 */
export function spoilerCopies(
  mirrorFile: string,
  rules: SpoilerRules | null
): SpoilerCopies | undefined {
  if (rules?.mode !== 'withhold') return undefined
  const { chapters, property, tag, sign } = rules
  const digest = hash('sha256', JSON.stringify([chapters, property, tag, sign]))
  const name = `${digest.slice(0, RULE_DIGITS)}.db`
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

/** The highest generation of the copies in a folder; 0 without any. */
export function lastCopyGeneration(folder: string): number {
  const files = findSpoilerCopies(folder).map((name) => path.join(folder, name))
  return Math.max(0, ...files.map(readStoredGeneration))
}

/** Identifies a publication; the origin of a copy starts with it. */
export function publicationKey(publication: PublicationFacts | undefined): string {
  const { generation = 0, publishedAt = 0, digest = '' } = publication ?? {}
  return [generation, publishedAt, digest].join(' ')
}

/** What a copy was last made from: a publication and rules. */
export function storedOrigin({ $client }: Mirror): string | undefined {
  const account = $client
    .prepare<[], string>('select account from sync_run order by id desc limit 1')
    .pluck()
    .get()
  const { origin }: { origin?: string } = JSON.parse(account ?? '{}') as object
  return origin
}
