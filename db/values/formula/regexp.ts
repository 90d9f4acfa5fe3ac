import vm from 'node:vm'

import { FormulaProblem } from './value.ts'

/** An expression of a formula may take longer than any text is worth. */
const LIMIT_MS = 100

const context = vm.createContext(Object.create(null))
const match = new vm.Script('new RegExp(pattern).test(text)')
const replace = new vm.Script('text.replace(new RegExp(pattern, flags), substitute)')

/** Whether a text has a match of a regular expression. Throws `FormulaProblem` when it takes too long. */
export function hasMatch(text: string, pattern: string): boolean {
  return Boolean(run(match, { text, pattern }))
}

/** The text with the first or all matches replaced. Throws `FormulaProblem` when it takes too long. */
export function replaced(
  text: string,
  options: { pattern: string; substitute: string; isAll: boolean }
): string {
  const { pattern, substitute, isAll } = options
  return String(run(replace, { text, pattern, substitute, flags: isAll ? 'g' : '' }))
}

function run(script: vm.Script, input: Record<string, string>): unknown {
  Object.assign(context, input)
  try {
    return script.runInContext(context, { timeout: LIMIT_MS })
  } catch (error) {
    throw new FormulaProblem(`its regular expression cannot be used (${String(error)})`)
  }
}
