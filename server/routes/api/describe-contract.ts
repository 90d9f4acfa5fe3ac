import type { ApiField, ApiOperation } from '../../../web/pages/lists/ApiPage.tsx'

/** The parts of an OpenAPI document that people read. */
export interface ReadableContract {
  paths?: Record<string, Record<string, Operation>>
  components?: { schemas?: Record<string, Schema> }
}

interface Operation {
  summary?: string
  parameters?: { name: string; required?: boolean; description?: string; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses?: Record<string, { content?: Record<string, { schema: Schema }> }>
}

interface Schema {
  $ref?: string
  type?: string | string[]
  description?: string
  default?: unknown
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
}

/** Levels of nested fields that are listed. */
const MAX_DEPTH = 4

/** The operations of a contract in its order, with their parameters and the fields of their answers. */
export function describeContract({ paths = {}, components }: ReadableContract): ApiOperation[] {
  const reader = new SchemaReader(components?.schemas ?? {})
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      summary: operation.summary ?? '',
      parameters: [
        ...(operation.parameters ?? []).map((parameter) => reader.parameter(parameter)),
        ...reader.fields(jsonOf(operation.requestBody))
      ],
      answer: reader.fields(jsonOf(operation.responses?.['200']))
    }))
  )
}

function jsonOf(message: { content?: Record<string, { schema: Schema }> } | undefined): Schema {
  return message?.content?.['application/json']?.schema ?? {}
}

class SchemaReader {
  readonly #schemas: Record<string, Schema>

  constructor(schemas: Record<string, Schema>) {
    this.#schemas = schemas
  }

  parameter(parameter: NonNullable<Operation['parameters']>[number]): ApiField {
    const { name, required, description = '', schema } = parameter
    const isOptional = required !== true && schema.default === undefined
    const about = schema.description ?? description
    return { name, type: this.#typeOf(schema), about: isOptional ? `${about} (optional)` : about }
  }

  fields(schema: Schema, prefix = '', depth = 0): ApiField[] {
    if (depth >= MAX_DEPTH) return []
    const { properties = {} } = this.#resolve(schema)
    return Object.entries(properties).flatMap(([key, value]) => {
      const name = prefix + key
      const field = { name, type: this.#typeOf(value), about: this.#aboutOf(value) }
      return [field, ...this.#nested(value, name, depth)]
    })
  }

  #nested(schema: Schema, name: string, depth: number): ApiField[] {
    const { items, properties } = this.#resolve(schema)
    if (items) return this.fields(items, `${name}[].`, depth + 1)
    return properties ? this.fields(schema, `${name}.`, depth + 1) : []
  }

  /** The schema behind a reference, or the part of a nullable one that is not null. */
  #resolve(schema: Schema): Schema {
    const { $ref, anyOf } = schema
    if ($ref !== undefined) return this.#schemas[$ref.split('/').at(-1) ?? ''] ?? {}
    const [only, ...others] = (anyOf ?? []).filter(({ type }) => type !== 'null')
    return only && others.length === 0 ? this.#resolve(only) : schema
  }

  #typeOf(schema: Schema): string {
    const { anyOf, default: byDefault } = schema
    const isNullable = anyOf?.some(({ type }) => type === 'null') ?? false
    const end = byDefault === undefined ? '' : `, default ${JSON.stringify(byDefault)}`
    return `${this.#nameOf(this.#resolve(schema))}${isNullable ? ' or null' : ''}${end}`
  }

  #nameOf({ enum: values, const: value, type, items, anyOf }: Schema): string {
    if (values) return values.map((each) => JSON.stringify(each)).join(', ')
    if (value !== undefined) return JSON.stringify(value)
    if (items) return `list of ${this.#typeOf(items)}`
    if (anyOf) return anyOf.map((each) => this.#typeOf(each)).join(' or ')
    return [type ?? 'any'].flat().join(' or ')
  }

  #aboutOf(schema: Schema): string {
    return schema.description ?? this.#resolve(schema).description ?? ''
  }
}
