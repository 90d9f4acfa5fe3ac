import Database from 'better-sqlite3'

/** A step of an executed statement's plan. */
export interface PlanStep {
  sql: string
  detail: string
  /** Number of executions of the statement. */
  runs: number
}

interface ExecutedStatement {
  database: Database.Database
  source: string
}

type Execute = (this: ExecutedStatement, ...values: unknown[]) => unknown

/**
 * Records the query plan of every statement that better-sqlite3 executes in this process until
 * `stop`. Plans are read on the connection of the statement, which has its custom functions.
 */
export function recordPlans(): { steps: () => PlanStep[]; stop: () => void } {
  const plans = new Map<string, { details: string[]; runs: number }>()
  const prototype = statementPrototype()
  const originals = (['all', 'get', 'iterate', 'run'] as const).map((name) => {
    const execute = prototype[name]
    prototype[name] = function recorded(...values) {
      const { database, source } = this
      const known = plans.get(source)
      if (known) known.runs++
      else if (!/^\s*(explain|pragma)\b/i.test(source)) {
        // Stored before its plan is read, because reading it executes a statement too.
        const plan = { details: [] as string[], runs: 1 }
        plans.set(source, plan)
        plan.details = planOf(database, source, values)
      }
      return execute.apply(this, values)
    }
    return [name, execute] as const
  })
  return {
    steps: () =>
      [...plans].flatMap(([sql, { details, runs }]) =>
        details.map((detail) => ({ sql, detail, runs }))
      ),
    stop: () => originals.forEach(([name, execute]) => (prototype[name] = execute))
  }
}

function planOf(database: Database.Database, source: string, values: unknown[]): string[] {
  const plan = database.prepare<unknown[], { detail: string }>(`explain query plan ${source}`)
  return plan.all(...values).map(({ detail }) => detail)
}

function statementPrototype(): Record<'all' | 'get' | 'iterate' | 'run', Execute> {
  const database = new Database(':memory:')
  const prototype: unknown = Object.getPrototypeOf(database.prepare('select 1'))
  database.close()
  return prototype as Record<'all' | 'get' | 'iterate' | 'run', Execute>
}
