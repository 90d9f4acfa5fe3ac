import type { NamedFinding } from './finding.ts'
import { counted } from '../formats/quantities.ts'

const NAME_WIDTH = 14
const STATUS_WIDTH = 8

/** The output of `fansite doctor`, by line. */
export function describeFindings(findings: NamedFinding[], requests: number): string[] {
  const lines = findings.map(({ check, status, what, remedy }) => {
    const end = remedy === undefined ? '' : `; ${remedy}`
    return `${status.padEnd(STATUS_WIDTH)} ${check.padEnd(NAME_WIDTH)} ${what}${end}`
  })
  const { ok, warning, failure, skipped } = countStatuses(findings)
  const counts = [
    `${ok} ok`,
    counted(warning, 'warning'),
    counted(failure, 'failure'),
    ...(skipped > 0 ? [`${skipped} skipped`] : [])
  ]
  return [...lines, `${counts.join(', ')}; ${counted(requests, 'request')} to the workspace`]
}

/** The document that `fansite doctor --json` prints. Keys are only ever added. */
export function doctorDocument(findings: NamedFinding[], requests: number) {
  return { ...countStatuses(findings), requests, findings }
}

/** How many findings have each status. */
export function countStatuses(findings: NamedFinding[]) {
  const counts = { ok: 0, warning: 0, failure: 0, skipped: 0 }
  for (const { status } of findings) counts[status]++
  return counts
}
