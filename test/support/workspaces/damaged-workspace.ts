import fc from 'fast-check'

import type { WorkspaceFile } from '../../../demo/builder/workspace-file.ts'

/** Damage to one record of a workspace. */
export interface Damage {
  id: string
  /** The replaced field; undefined to replace the whole record. */
  field: string | undefined
  value: unknown
}

const tables = ['block', 'collection', 'collection_view', 'notion_user'] as const

/** Invalid values by field; fields not listed are never relied on. */
const wrongFields: Record<(typeof tables)[number], [field: string, value: unknown][]> = {
  block: [
    ['type', 5],
    ['type', undefined],
    ['content', 'x'],
    ['content', [5, null, 'no-block']],
    ['properties', 5],
    ['properties', { title: 'words' }],
    ['format', ['x']],
    ['alive', 'x'],
    ['space_id', {}],
    ['parent_id', 5],
    ['parent_table', ['block']],
    ['version', 'x'],
    ['last_edited_time', {}],
    ['created_by_id', 7]
  ],
  collection: [
    ['schema', 'x'],
    ['schema', null],
    ['schema', undefined],
    ['schema', { title: null }],
    ['name', 5],
    ['format', 'x'],
    ['icon', {}],
    ['parent_id', null]
  ],
  collection_view: [
    ['type', 5],
    ['format', 'x'],
    ['query2', []],
    ['name', {}],
    ['parent_id', null]
  ],
  notion_user: []
}

/** Values sent in place of a whole record. */
const noRecords = [null, 5, 'x', true, [], [5], {}, { kind: 'x' }, { id: 'another', type: 'text' }]

/** Damage to any record of a workspace except its root page. */
export function damage(workspace: WorkspaceFile): fc.Arbitrary<Damage> {
  const whole = noRecords.map((value) => ({ field: undefined, value }))
  const byTable = tables.map((table) => {
    const ids = Object.keys(workspace[table]).filter((id) => id !== workspace.rootPageId)
    const wrong = wrongFields[table].map(([field, value]) => ({ field, value }))
    return fc
      .tuple(fc.constantFrom(...ids), fc.constantFrom<Omit<Damage, 'id'>>(...wrong, ...whole))
      .map(([id, what]) => ({ id, ...what }))
  })
  return fc.oneof(...byTable)
}

/** The value to send for the damaged record. */
export function damagedBy(workspace: WorkspaceFile, { id, field, value }: Damage): unknown {
  if (field === undefined) return value
  const record = recordOf(workspace, id)
  const isList = field === 'content' && Array.isArray(value)
  return { ...record, [field]: isList ? [...value, ...(record?.content ?? [])] : value }
}

/** Fields whose damage does not disconnect other records. */
const harmless = new Set(['version', 'last_edited_time', 'created_by_id', 'name', 'icon', 'format'])

/** Blocks in the tree of the root page that do not depend on a disconnecting record. */
export function unaffectedBlocks(workspace: WorkspaceFile, damages: Damage[]): Set<string> {
  const fatal = new Set(
    damages.flatMap(({ id, field = '', value }) =>
      harmless.has(field) || (field === 'content' && Array.isArray(value)) ? [] : [id]
    )
  )
  const views = Object.values(workspace.collection_view)
  for (const { id, parent_id: shown } of views) if (fatal.has(id)) fatal.add(shown)
  const damaged = new Set(damages.map(({ id }) => id))
  const ids = Object.keys(workspace.block)
  return new Set(ids.filter((id) => !damaged.has(id) && isRooted(workspace, id, fatal)))
}

function isRooted(workspace: WorkspaceFile, id: string, fatal: Set<string>): boolean {
  const seen = new Set<string>()
  for (let above = id; !seen.has(above);) {
    if (fatal.has(above)) return false
    if (above === workspace.rootPageId) return true
    seen.add(above)
    above = recordOf(workspace, above)?.parent_id ?? above
  }
  return false
}

interface AnyRecord {
  parent_id?: string
  content?: string[]
}

function recordOf(workspace: WorkspaceFile, id: string): AnyRecord | undefined {
  const records = tables.map((table): Record<string, object> => workspace[table])
  return records.map((table) => table[id]).find(Boolean)
}
