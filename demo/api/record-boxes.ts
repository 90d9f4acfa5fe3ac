import type { WorkspaceFile } from '../builder/workspace-file.ts'

interface Shape {
  /** `__version__` of the record map; undefined if it has none. */
  version: number | undefined
  readable: (value: unknown, spaceId: string) => object
  unreadable: (spaceId: string) => object
}

const nested = {
  version: 3,
  readable: (value: unknown, spaceId: string) => ({ spaceId, value: { value, role: 'reader' } })
}

/**
 * The boxes in which the real API sends records: `{role, value}`, and since 2026 `{spaceId, value:
 * {value, role}}`. The latter has three forms for an unreadable record.
 */
const shapes = {
  flat: {
    version: undefined,
    readable: (value: unknown) => ({ role: 'reader', value }),
    unreadable: () => ({ role: 'none' })
  },
  nested: { ...nested, unreadable: () => ({ role: 'none' }) },
  'nested-value': { ...nested, unreadable: () => ({ value: { role: 'none' } }) },
  'nested-space': {
    ...nested,
    unreadable: (spaceId: string) => ({ spaceId, value: { role: 'none' } })
  }
} satisfies Record<string, Shape>

/** A form of record boxes. */
export type RecordShape = keyof typeof shapes

/** All forms of record boxes. */
export const recordShapes = Object.keys(shapes) as RecordShape[]

const tables = ['block', 'collection', 'collection_view', 'notion_user'] as const

/** Replaces a record together with its box. */
export class RawBox {
  readonly box: object

  constructor(box: object) {
    this.box = box
  }
}

/** Boxes the records of a workspace for responses. */
export class RecordBoxes {
  readonly #workspace: WorkspaceFile
  readonly #shape: Shape
  readonly #privateIds: Set<string>
  readonly #substitutes: Map<string, unknown>

  constructor(options: {
    workspace: WorkspaceFile
    shape: RecordShape
    privateIds: Set<string>
    substitutes: Map<string, unknown>
  }) {
    this.#workspace = options.workspace
    this.#shape = shapes[options.shape]
    this.#privateIds = options.privateIds
    this.#substitutes = options.substitutes
  }

  /**
   * The record map of these records, in order. Missing records are left out; unreadable records
   * have a role and no value.
   */
  recordMap(requests: { table: string; id: string }[]): object {
    const map: Record<string, Record<string, object>> = {}
    for (const { table, id } of requests) {
      const box = this.#box(table, id)
      if (box) (map[table] ??= {})[id] = box
    }
    const { version } = this.#shape
    return version === undefined ? map : { __version__: version, ...map }
  }

  #box(table: string, id: string): object | undefined {
    const { spaceId } = this.#workspace
    if (this.#privateIds.has(id)) return this.#shape.unreadable(spaceId)
    const value = this.#find(table, id)
    if (!value) return undefined
    const sent = this.#substitutes.has(id) ? this.#substitutes.get(id) : value
    return sent instanceof RawBox ? sent.box : this.#shape.readable(sent, spaceId)
  }

  #find(table: string, id: string): object | undefined {
    if (table === 'space') {
      const { spaceId } = this.#workspace
      return id === spaceId ? { id, version: 1, name: 'Space' } : undefined
    }
    const name = tables.find((known) => known === table)
    return name && this.#workspace[name][id]
  }
}
