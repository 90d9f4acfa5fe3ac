import type { Contract, Operation, Schema } from '../../../support/oracle/api-contract.ts'

/** What a later contract has removed or narrowed, one line each; empty if it only grows. */
export function narrowings(earlier: Contract, later: Contract): string[] {
  return new Comparison(earlier, later).run()
}

class Comparison {
  readonly #found: string[] = []
  readonly #earlier: Contract
  readonly #later: Contract

  constructor(earlier: Contract, later: Contract) {
    this.#earlier = earlier
    this.#later = later
  }

  run(): string[] {
    for (const [path, operations] of Object.entries(this.#earlier.paths)) {
      for (const [method, operation] of Object.entries(operations)) {
        const now = this.#later.paths[path]?.[method]
        const at = `${method} ${path}`
        if (now) this.#operation(at, operation, now)
        else this.#found.push(`${at} is removed`)
      }
    }
    return this.#found
  }

  #operation(at: string, before: Operation, now: Operation): void {
    const parameters = new Map((now.parameters ?? []).map((each) => [each.name, each]))
    for (const { name, required, schema } of before.parameters ?? []) {
      const found = parameters.get(name)
      parameters.delete(name)
      if (!found) this.#found.push(`${at}: parameter ${name} is removed`)
      else {
        this.#requirement(`${at}: ${name}`, required, found.required)
        this.#input(`${at}: ${name}`, schema, found.schema)
      }
    }
    for (const { name, required } of parameters.values()) {
      this.#requirement(`${at}: ${name}`, false, required)
    }
    this.#input(`${at}: body`, bodyOf(before.requestBody), bodyOf(now.requestBody))
    for (const [status, response] of Object.entries(before.responses)) {
      this.#media(`${at} ${status}`, response.content, now.responses[status]?.content)
    }
  }

  #requirement(at: string, before = false, now = false): void {
    if (!before && now) this.#found.push(`${at} is required`)
  }

  #media(at: string, before: Operation['responses'][string]['content'], now: typeof before): void {
    for (const [type, { schema }] of Object.entries(before ?? {})) {
      const found = now?.[type]
      if (found) this.#output(at, schema, found.schema)
      else this.#found.push(`${at}: ${type} is removed`)
    }
  }

  /** What a caller may send must stay allowed. */
  #input(at: string, given: Schema, later: Schema): void {
    const [before, now] = this.#resolved(given, later)
    const lost = typesOf(before).filter((type) => !typesOf(now).includes(type))
    if (typesOf(now).length > 0 && lost.length > 0) this.#found.push(`${at} may not be ${lost}`)
    const values = before.enum?.filter((value) => !now.enum?.includes(value))
    if (now.enum && (!before.enum || values?.length)) this.#found.push(`${at} has fewer values`)
    for (const [keyword, isTighter] of Object.entries(bounds)) {
      if (isTighter(before[keyword], now[keyword])) this.#found.push(`${at}: ${keyword} is tighter`)
    }
    for (const [name, schema] of Object.entries(before.properties ?? {})) {
      const found = now.properties?.[name]
      if (found) this.#input(`${at}.${name}`, schema, found)
      else this.#found.push(`${at}.${name} is removed`)
    }
    for (const name of now.required ?? []) {
      this.#requirement(`${at}.${name}`, before.required?.includes(name), true)
    }
  }

  /** What a caller may read must stay there, and must not become anything else. */
  #output(at: string, given: Schema, later: Schema): void {
    const [before, now] = this.#resolved(given, later)
    const types = typesOf(before)
    const added = typesOf(now).filter((type) => types.length > 0 && !types.includes(type))
    if (added.length > 0) this.#found.push(`${at} may be ${added}`)
    for (const [name, schema] of Object.entries(before.properties ?? {})) {
      const found = now.properties?.[name]
      if (!found) this.#found.push(`${at}.${name} is removed`)
      else this.#output(`${at}.${name}`, schema, found)
      const isOptional = before.required?.includes(name) && !now.required?.includes(name)
      if (found && isOptional) this.#found.push(`${at}.${name} may be missing`)
    }
    if (before.items) this.#output(`${at}[]`, before.items, now.items ?? {})
  }

  #resolved(before: Schema, now: Schema): [Schema, Schema] {
    return [resolve(this.#earlier, before), resolve(this.#later, now)]
  }
}

const bounds: Record<string, (before: unknown, now: unknown) => boolean> = {
  maximum: (before, now) => typeof now === 'number' && !(Number(before ?? Infinity) <= now),
  maxLength: (before, now) => typeof now === 'number' && !(Number(before ?? Infinity) <= now),
  minimum: (before, now) => typeof now === 'number' && !(Number(before ?? -Infinity) >= now),
  minLength: (before, now) => typeof now === 'number' && !(Number(before ?? 0) >= now),
  pattern: (before, now) => now !== undefined && before !== now
}

function bodyOf(body: Operation['requestBody']): Schema {
  return body?.content['application/json']?.schema ?? {}
}

/** The schema behind a reference, and the only part of a nullable one with its types. */
function resolve({ components }: Contract, schema: Schema): Schema {
  const named = schema.$ref ? components.schemas[schema.$ref.split('/').at(-1) ?? ''] : undefined
  const parts = (named ?? schema).anyOf?.map((part) => resolve({ components } as Contract, part))
  if (!parts) return named ?? schema
  const objects = parts.filter(({ type }) => type !== 'null')
  return { ...(objects.length === 1 ? objects[0] : {}), type: parts.flatMap(typesOf) }
}

function typesOf({ type }: Schema): string[] {
  return type === undefined ? [] : [type].flat()
}
