import type { WorkspaceFile } from './workspace-file.ts'

/** The boxes the real API has put records in: `{role, value}`, and since 2026 `{value: {value, role}}`. */
export type RecordShape = 'flat' | 'nested'

const tables = ['block', 'collection', 'collection_view', 'notion_user'] as const

/** Puts records of a workspace into answers. */
export class RecordBoxes {
  readonly #workspace: WorkspaceFile
  readonly #shape: RecordShape
  readonly #privateIds: Set<string>

  constructor(options: { workspace: WorkspaceFile; shape: RecordShape; privateIds: Set<string> }) {
    this.#workspace = options.workspace
    this.#shape = options.shape
    this.#privateIds = options.privateIds
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
    return this.#shape === 'nested' ? { __version__: 3, ...map } : map
  }

  #box(table: string, id: string): object | undefined {
    if (this.#privateIds.has(id)) return { role: 'none' }
    const value = this.#find(table, id)
    if (!value) return undefined
    const role = 'reader'
    return this.#shape === 'nested'
      ? { spaceId: this.#workspace.spaceId, value: { value, role } }
      : { role, value }
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
