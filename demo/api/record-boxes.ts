import type { WorkspaceFile } from '../builder/workspace-file.ts'

interface Shape {
  /** `__version__` of the record map; undefined where it has none. */
  version: number | undefined
  readable: (value: unknown, spaceId: string) => object
  unreadable: (spaceId: string) => object
}

const nested = {
  version: 3,
  readable: (value: unknown, spaceId: string) => ({ spaceId, value: { value, role: 'reader' } })
}

/**
 * The boxes that the real API has put records in: `{role, value}`, and since 2026
 * `{spaceId, value: {value, role}}`, in which an unreadable record comes in three ways.
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

/** The name of one way to box records. */
export type RecordShape = keyof typeof shapes

/** Every way in which the local API can box records. */
export const recordShapes = Object.keys(shapes) as RecordShape[]

const tables = ['block', 'collection', 'collection_view', 'notion_user'] as const

/** A substitute for a record together with its box. */
export class SentBox {
  readonly box: object

  constructor(box: object) {
    this.box = box
  }
}

/** Puts records of a workspace into answers. */
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
   * The record map that answers for these records, in their order. A record that is not there is
   * left out; one that may not be read has a role and no value.
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
    return sent instanceof SentBox ? sent.box : this.#shape.readable(sent, spaceId)
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
