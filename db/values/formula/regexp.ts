import vm from 'node:vm'

import { FormulaProblem } from './value.ts'

/** A timeout, since backtracking may take exponential time. */
const TIMEOUT_MS = 100

const context = vm.createContext(Object.create(null))
const match = new vm.Script('new RegExp(pattern).test(text)')
const replace = new vm.Script('text.replace(new RegExp(pattern, flags), substitute)')

/** Whether a text matches a regular expression. Throws `FormulaProblem` for an invalid or slow expression. */
export function testRegExp(text: string, pattern: string): boolean {
  return Boolean(run(match, { text, pattern }))
}

/** Replaces the first or all matches in a text. Throws `FormulaProblem` for an invalid or slow expression. */
export function replaceRegExp(
  text: string,
  options: { pattern: string; substitute: string; isAll: boolean }
): string {
  const { pattern, substitute, isAll } = options
  return String(run(replace, { text, pattern, substitute, flags: isAll ? 'g' : '' }))
}

function run(script: vm.Script, input: Record<string, string>): unknown {
  Object.assign(context, input)
  try {
    return script.runInContext(context, { timeout: TIMEOUT_MS })
  } catch (error) {
    throw new FormulaProblem(`its regular expression cannot be used (${String(error)})`)
  }
}
