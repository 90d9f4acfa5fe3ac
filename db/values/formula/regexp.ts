import vm from 'node:vm'

import { FormulaProblem } from './value.ts'

/** A limit, since backtracking may take exponential time. */
const LIMIT_MS = 100
/** An attempt that got less CPU time than this until the limit is repeated. */
const MIN_CPU_MS = 50
/** The longest that an attempt waits for the CPU. */
const MAX_ATTEMPT_MS = 3200

const context = vm.createContext(Object.create(null))
const test = new vm.Script('new RegExp(pattern).test(text)')
const match = new vm.Script('text.match(new RegExp(pattern, "g"))')
const replace = new vm.Script('text.replace(new RegExp(pattern, flags), substitute)')

/** Whether a text matches a regular expression. Throws `FormulaProblem` for an invalid or slow expression. */
export function testRegExp(text: string, pattern: string): boolean {
  return Boolean(run(test, { text, pattern }))
}

/** Returns all matches in a text. Throws `FormulaProblem` for an invalid or slow expression. */
export function matchRegExp(text: string, pattern: string): string[] {
  const matches = run(match, { text, pattern })
  return Array.isArray(matches) ? matches.map(String) : []
}

/** Replaces the first or all matches in a text. Throws `FormulaProblem` for an invalid or slow expression. */
export function replaceRegExp(
  text: string,
  options: { pattern: string; substitute: string; isAll: boolean }
): string {
  const { pattern, substitute, isAll } = options
  return String(run(replace, { text, pattern, substitute, flags: isAll ? 'g' : '' }))
}

/**
 * Runs a script within the limit. The timeout of `vm` is wall-clock time, so an attempt that hardly got
 * the CPU is repeated with twice the time: a busy machine has the same result.
 */
function run(script: vm.Script, input: Record<string, string>, timeoutMs = LIMIT_MS): unknown {
  Object.assign(context, input)
  const before = process.cpuUsage()
  try {
    return script.runInContext(context, { timeout: timeoutMs })
  } catch (error) {
    const isLate = (error as { code?: unknown }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
    if (isLate && cpuMsSince(before) < MIN_CPU_MS && timeoutMs < MAX_ATTEMPT_MS)
      return run(script, input, 2 * timeoutMs)
    const reason = isLate ? `it takes more than ${LIMIT_MS} ms` : String(error)
    throw new FormulaProblem(`its regular expression cannot be used (${reason})`)
  }
}

/** The CPU time of this process since a measurement. */
function cpuMsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
