import type { Flaws } from '../../db/check/find-flaws.ts'
import type { Flaw } from '../../db/check/flaw.ts'

/** A page that does not show all of its content, with counts by cause. */
export interface IncompletePage {
  path: string
  /** Blocks and mentions that are shown as a placeholder. */
  placeholders: number
  /** Mentions, links, synced blocks and relations whose target is not in the mirror. */
  missing_targets: number
  /** Content that was truncated: it contains itself, is nested too deeply or is too large. */
  cuts: number
}

/** Counts the flaws that `findFlaws` has found by page, in the order of paths. */
export function incompletePages(flaws: Flaws): IncompletePage[] {
  const [placeholders, missing, cuts] = [
    countByPath(flaws.unsupported_blocks),
    countByPath(flaws.broken_links),
    countByPath(flaws.cut_content)
  ]
  const paths = new Set([...placeholders.keys(), ...missing.keys(), ...cuts.keys()])
  return [...paths].toSorted().map((path) => ({
    path,
    placeholders: placeholders.get(path) ?? 0,
    missing_targets: missing.get(path) ?? 0,
    cuts: cuts.get(path) ?? 0
  }))
}

function countByPath(found: Flaw[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { path } of found) if (path !== null) counts.set(path, (counts.get(path) ?? 0) + 1)
  return counts
}
