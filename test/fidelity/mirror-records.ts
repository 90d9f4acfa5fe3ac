import type { WorkspaceFile } from '../../demo/builder/workspace-file.ts'
import type { Mirror } from '../../db/mirror/open-mirror.ts'

/** A record as sent by the workspace. */
export interface RawBlock {
  id: string
  type: string
  parent_id: string
  parent_table: string
  properties?: Record<string, unknown>
  format?: Record<string, unknown>
  content?: unknown
  view_ids?: unknown
}

/**
 * All records of a mirror by id, and the names of records they mention. With the source workspace,
 * records are taken from there: sync drops comment marks, so only the workspace has them.
 */
export class MirrorRecords {
  readonly blocks: Map<string, RawBlock>
  readonly #names: Map<string, string>
  /** Names of collections by the block that shows them. */
  readonly #collections: Map<string, string>

  constructor(mirror: Mirror, workspace?: Pick<WorkspaceFile, 'block'>) {
    const all = <T>(sql: string) => mirror.$client.prepare<[], T>(sql).all()
    const raws = all<{ raw: string }>('select raw from block')
    const records = raws.map(({ raw }) => JSON.parse(raw) as RawBlock)
    // The type of notion-types lacks some of the fields used here.
    const sent = workspace?.block as Record<string, RawBlock | undefined> | undefined
    this.blocks = new Map(records.map((block) => [block.id, sent?.[block.id] ?? block]))
    const named = all<{ id: string; name: string }>(
      'select id, title as name from page union all select id, name from user'
    )
    this.#names = new Map(named.map(({ id, name }) => [id, name]))
    const shown = all<{ id: string; name: string }>(
      `select block.id, collection.name from block
         join collection_view as view on view.id = block.view_ids ->> '$[0]'
         join collection on collection.id = view.collection_id
         where view.raw ->> '$.format.hide_linked_collection_name' is not true`
    )
    this.#collections = new Map(shown.map(({ id, name }) => [id, name]))
  }

  /** The children of a block. */
  contentOf(block: RawBlock): RawBlock[] {
    return contentOf(block).flatMap((id) => this.blocks.get(id) ?? [])
  }

  readonly nameOf = (id: string): string | undefined => this.#names.get(id) || this.#object(id)

  /** The name of a database on a page, unless its title is hidden there. */
  collectionName({ id, format }: RawBlock): string | undefined {
    const fields = ['hide_linked_collection_name', 'hide_inline_collection_name']
    const isHidden = fields.some((field) => format?.[field] === true)
    return isHidden ? undefined : this.#collections.get(id)
  }

  /** The title of an external object, or its URL. */
  #object(id: string): string | undefined {
    const format = this.blocks.get(id)?.format as ObjectFormat | undefined
    const title = format?.attributes?.find((attribute) => attribute.id === 'title')?.values?.[0]
    return typeof title === 'string' ? title : format?.original_url
  }

  /** The blocks of a page in reading order, each once. */
  shownOn(pageId: string): RawBlock[] {
    const shown: RawBlock[] = []
    const open = new Set<string>()
    const enter = (id: string) => {
      const block = this.blocks.get(id)
      if (!block || open.has(id)) return
      if (id !== pageId) shown.push(block)
      if (id !== pageId && /^(page|collection_view_page)$/.test(block.type)) return
      open.add(id)
      contentOf(block).forEach(enter)
      open.delete(id)
    }
    enter(pageId)
    return shown
  }
}

interface ObjectFormat {
  attributes?: { id?: string; values?: unknown[] }[]
  original_url?: string
}

function contentOf(block: RawBlock): string[] {
  const pointer = block.format?.['transclusion_reference_pointer'] as { id?: unknown } | undefined
  const original = block.type === 'transclusion_reference' ? [pointer?.id] : []
  const content: unknown[] = Array.isArray(block.content) ? block.content : []
  return [...new Set([...original, ...content])].filter(
    (id): id is string => typeof id === 'string'
  )
}
