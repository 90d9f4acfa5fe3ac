import type { CollectionProperty, CollectionSchemas } from '../records/collection-schema.ts'
import { FormulaBudget, withinSize } from './formula/budget.ts'
import { formulaCode } from './formula/formula-code.ts'
import { evaluate } from './formula/evaluate.ts'
import type { FormulaNode } from './formula/node.ts'
import { parseFormula } from './formula/parse.ts'
import { toText } from './formula/to-text.ts'
import { FormulaProblem, type FormulaValue } from './formula/value.ts'
import type { Mirror } from '../mirror/open-mirror.ts'
import { computedTypes } from '../records/property-values.ts'
import { rollUp, rollupAggregation } from './rollup.ts'
import { StoredValues } from './stored-values.ts'

/**
 * Maximum depth of recursion. A longer chain, such as of running balances, is computed from its far end:
 * `outcome` computes the last step of the chain first, and then repeats.
 */
const MAX_CHAIN = 100

/** A rollup or formula of a row. */
interface Step {
  pageId: string
  property: CollectionProperty
}

/** Ends the computation of a chain at the maximum depth; `step` is the last one that was begun. */
class LongChain extends Error {
  readonly step: Step

  constructor(step: Step) {
    super('the chain is too long')
    this.step = step
  }
}

const keyOf = ({ pageId, property }: Step) => `${pageId} ${property.id}`

const cyclic: Outcome = { value: null, problem: 'it depends on itself' }

/** The result of a rollup or formula. */
export interface Outcome {
  value: FormulaValue
  /** Why the value is missing or incomplete; undefined when it is complete. */
  problem?: string
}

export interface ComputeOptions {
  schemas: CollectionSchemas
  /** The time of `now()`, UTC milliseconds. */
  at: number
  /** The site's IANA time zone. */
  timeZone: string
}

/**
 * Computes the values that Notion does not send, rollups and formulas 1.0 and 2.0, from the stored
 * values. Each value is computed once; formulas may read rollups, and rollups formulas.
 */
export class ComputedValues {
  readonly #options: ComputeOptions
  readonly #outcomes = new Map<string, Outcome>()
  readonly #trees = new Map<CollectionProperty, FormulaNode>()
  readonly #stored: StoredValues
  readonly #collectionOf
  /** Results that are being computed, each for the one before. */
  readonly #chain: Step[] = []

  constructor(mirror: Mirror, options: ComputeOptions) {
    this.#options = options
    this.#stored = new StoredValues(mirror, options.timeZone)
    this.#collectionOf = mirror.$client
      .prepare<[string], string>(
        `select parent_id from block where id = ? and parent_table = 'collection'`
      )
      .pluck()
  }

  /**
   * Returns the result of a rollup or formula of a row. `waiting` has the steps to compute, the next one
   * last: after `LongChain`, the far end of the chain is computed first.
   */
  outcome(pageId: string, property: CollectionProperty): Outcome {
    const asked = { pageId, property }
    const waiting = new Map([[keyOf(asked), asked]])
    for (;;) {
      const [key, step] = [...waiting].at(-1) ?? [keyOf(asked), asked]
      try {
        const outcome = this.#outcomeOf(step)
        waiting.delete(key)
        if (waiting.size === 0) return outcome
      } catch (error) {
        if (!(error instanceof LongChain)) throw error
        const first = keyOf(error.step)
        if (waiting.has(first)) this.#outcomes.set(first, cyclic)
        else waiting.set(first, error.step)
      }
    }
  }

  /** Throws `LongChain` if it reads too many others that are not known. */
  #outcomeOf(step: Step): Outcome {
    const key = keyOf(step)
    const known = this.#outcomes.get(key)
    if (known) return known
    const last = this.#chain.at(-1)
    if (last && this.#chain.length === MAX_CHAIN) throw new LongChain(last)

    // Read again during its own computation, the value depends on itself.
    this.#outcomes.set(key, cyclic)
    this.#chain.push(step)
    try {
      const outcome = this.#compute(step)
      this.#outcomes.set(key, outcome)
      return outcome
    } catch (error) {
      this.#outcomes.delete(key)
      throw error
    } finally {
      this.#chain.pop()
    }
  }

  #compute({ pageId, property }: Step): Outcome {
    try {
      if (property.type === 'rollup') return this.#rollUp(pageId, property)
      const { at, timeZone } = this.#options
      const version = property.formula2 ? 2 : 1
      const read = (propertyId: string) => {
        const value = this.#read(pageId, propertyId)
        // Formulas 1.0 have no lists.
        return version === 1 && Array.isArray(value) ? toText(value, { timeZone }) : value
      }
      const budget = new FormulaBudget()
      const row = { read, at, timeZone, version, budget } as const
      return { value: evaluate(this.#tree(pageId, property), row) }
    } catch (error) {
      if (error instanceof FormulaProblem) return { value: null, problem: error.message }
      // Long formulas that read each other can fill the stack.
      if (error instanceof RangeError) return { value: null, problem: 'it is too long to compute' }
      throw error
    }
  }

  #rollUp(pageId: string, property: CollectionProperty): Outcome {
    const { relation_property: relationId = '', target_property: targetId = 'title' } = property
    const relation = this.#propertyOf(pageId, relationId)
    const related = this.#stored.related(pageId, relation.id)
    const pages = related.filter((id) => this.#collectionOf.get(id) !== undefined)
    const values = withinSize(pages.map((id) => [this.#read(id, targetId)].flat()))
    const absent = related.length - pages.length
    const target = this.#options.schemas.get(relation.collection_id ?? '')?.get(targetId)
    return {
      value: rollUp(values, rollupAggregation(property, target)),
      ...(absent > 0 && {
        problem: `${absent} of ${related.length} related pages are not in the mirror`
      })
    }
  }

  #read(pageId: string, propertyId: string): FormulaValue {
    const property = this.#propertyOf(pageId, propertyId)
    if (!computedTypes.has(property.type)) return this.#stored.read(pageId, property)
    const { value, problem } = this.#outcomeOf({ pageId, property })
    if (value === null && problem !== undefined) {
      // Of a chain, only the property with the cause is named.
      const isNamed = problem.startsWith('it reads "')
      throw new FormulaProblem(isNamed ? problem : `it reads "${property.name}": ${problem}`)
    }
    return value
  }

  #propertyOf(pageId: string, propertyId: string): CollectionProperty {
    const schema = this.#options.schemas.get(this.#collectionOf.get(pageId) ?? '')
    const property = schema?.get(propertyId)
    if (property) return property
    throw new FormulaProblem('it reads a property that the collection does not have')
  }

  #tree(pageId: string, property: CollectionProperty): FormulaNode {
    const known = this.#trees.get(property)
    if (known) return known
    const tree = property.formula2 ? this.#parse(pageId, property) : property.formula
    if (!tree) throw new FormulaProblem('its record has no formula')
    this.#trees.set(property, tree)
    return tree
  }

  #parse(pageId: string, { formula2 }: CollectionProperty): FormulaNode {
    const schema = this.#options.schemas.get(this.#collectionOf.get(pageId) ?? '')
    const idOf = (name: string) =>
      schema?.has(name)
        ? name
        : [...(schema?.values() ?? [])].find((each) => each.name === name)?.id
    return parseFormula(formulaCode(formula2?.code), idOf)
  }
}
