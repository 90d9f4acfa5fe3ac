import { FormulaProblem, type FormulaValue, sizeOf } from './value.ts'

/** Parts of a formula that are evaluated for one value; a list function evaluates its body for each item. */
const MAX_STEPS = 300_000
/** The size of each value on the way: far above any text of a page, and little enough for the memory. */
const MAX_SIZE = 1_000_000
/** The size of arguments that counts as one step. */
const STEP_SIZE = 200

/** Bounds the work for one value, so that no formula holds up a sync. */
export class FormulaBudget {
  #steps = MAX_STEPS

  /** Counts one step, and more for large arguments. Throws `FormulaProblem` when none is left. */
  spend(args: FormulaValue[] = []): void {
    this.#steps -= 1 + args.reduce<number>((sum, each) => sum + sizeOf(each), 0) / STEP_SIZE
    if (this.#steps < 0) throw new FormulaProblem('it takes too many steps to compute')
  }
}

/** Returns a value. Throws `FormulaProblem` if it is too large to be stored or to be calculated with. */
export function withinSize<Value extends FormulaValue>(value: Value): Value {
  if (sizeOf(value) > MAX_SIZE) throw new FormulaProblem('it has a value that is too long')
  return value
}
