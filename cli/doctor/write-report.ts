import { writeFileSync } from 'node:fs'
import os from 'node:os'

import { PRIVATE_MODE } from '../../db/mirror/files/private-file.ts'
import { version } from '../config/version.ts'
import { countStatuses } from './describe-findings.ts'
import type { Facts, NamedFinding } from './finding.ts'
import { messageOf } from '../../site/formats/error-message.ts'

/** Words of this program, codes of errors, and versions. */
const harmless = /^(?:[A-Za-z][A-Za-z0-9_]{0,40}|v?\d+(?:\.\d+){0,3})$/

/**
 * Writes the report for a bug report. It has no text of the findings, since paths, titles and
 * addresses may be in it: only their codes, and facts that are numbers or words of fansite. Throws if
 * the file cannot be written.
 */
export function writeReport(
  file: string,
  { findings, requests }: { findings: NamedFinding[]; requests: number }
): void {
  const report = {
    fansite: version,
    node: process.version,
    platform: process.platform,
    arch: process.arch,
    libc: libcOf(),
    memory_mb: Math.round(os.totalmem() / 1_000_000),
    cpus: os.availableParallelism(),
    requests,
    ...countStatuses(findings),
    findings: findings.map(({ check, status, code, facts = {} }) => ({
      check,
      status,
      code,
      facts: harmlessFacts(facts)
    }))
  }
  try {
    writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`, { mode: PRIVATE_MODE })
  } catch (error) {
    const reason = messageOf(error)
    throw new Error(`the report cannot be written: ${reason}; name another file with --report`, {
      cause: error
    })
  }
}

function harmlessFacts(facts: Facts): Facts {
  const entries = Object.entries(facts).map(([key, value]) => [key, harmlessValue(value)])
  return Object.fromEntries(entries) as Facts
}

function harmlessValue(value: Facts[string]): Facts[string] {
  if (Array.isArray(value)) return value.map(harmlessText)
  return typeof value === 'string' ? harmlessText(value) : value
}

function harmlessText(text: string): string {
  return harmless.test(text) ? text : 'left_out'
}

/** Native packages differ by it. */
function libcOf(): string {
  const { header } = process.report.getReport() as { header?: { glibcVersionRuntime?: string } }
  return header?.glibcVersionRuntime === undefined ? 'other' : 'glibc'
}
