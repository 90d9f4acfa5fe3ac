/** What a check may say in a report: numbers, and words that fansite itself has chosen. */
export type Facts = Record<string, number | boolean | string | string[]>

/** The result of one check. */
export interface Finding {
  /** `skipped`: not tried, because another check has failed or because of `--offline`. */
  status: 'ok' | 'warning' | 'failure' | 'skipped'
  /** Names the result; it never changes. */
  code: string
  /** For the terminal; it may contain private words. */
  what: string
  /** What to do; for warnings and failures. */
  remedy?: string
  /** For the report; without private words. */
  facts?: Facts
}

/** A finding with the name of its check. */
export type NamedFinding = Finding & { check: string }

/** For an answer of the workspace that this version does not know. */
export const updateRemedy =
  'update fansite; if it is the newest version, report this with the file of "fansite doctor --report"'

/** Splits a message of this program, "cause; remedy", into its parts. */
export function causeAndRemedy(message: string): { what: string; remedy: string } {
  const [what = '', ...rest] = message.split('; ')
  return { what, remedy: rest.join('; ') || 'see docs/operations.md' }
}

/** The code of a system error, of SQLite or of the network, in an error or its causes. */
export function errorCode(error: unknown): string {
  for (let inner = error; inner instanceof Error; inner = inner.cause) {
    if ('code' in inner && /^[A-Z][A-Z0-9_]+$/.test(String(inner.code))) return String(inner.code)
    if (inner.name === 'TimeoutError') return 'TIMEOUT'
  }
  return 'UNKNOWN'
}
