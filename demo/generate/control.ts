import type { AddressInfo } from 'node:net'

import { fastify } from 'fastify'

import { isPage } from '../../site/notion/blocks/block-references.ts'
import type { FilterTree } from '../api/filter-rows.ts'
import { pageId, propertyId } from '../builder/record-ids.ts'
import type { WorkspaceApi } from '../api/workspace-api.ts'
import type { WorkspaceFile } from '../builder/workspace-file.ts'
import { SORTED_BY } from './collections.ts'

/** Sizes of a workspace that determine the requests of a sync. */
export interface WorkspaceFacts {
  rootPageId: string
  pages: number
  blocks: number
  /** Pages that are not rows of a collection. */
  nonRowPages: number
  views: number
  timeDependentViews: number
  /** Number of rows of each collection. */
  rows: number[]
}

/** Response of `POST /control`. */
export interface ControlResponse {
  facts: WorkspaceFacts
  /** Requests so far, by endpoint. */
  requests: Record<string, number>
  /** Size of all responses so far. */
  sentBytes: number
}

export interface ControlServer {
  /**
   * URL of `POST /control`. The body `{"edit": "text"}` or `{"edit": "row"}` first edits a text or
   * a row's property.
   */
  url: string
  close: () => Promise<void>
}

/**
 * Lets another process edit a served generated workspace and read its request counts. Uses its own
 * port, so that the API has only routes of the real API.
 */
export async function startControl(
  api: WorkspaceApi,
  workspace: WorkspaceFile
): Promise<ControlServer> {
  const app = fastify({ forceCloseConnections: true })
  const facts = factsOf(workspace)
  const edits = editsOf(api, workspace)
  app.post<{ Body: { edit?: string } | null }>('/control', async ({ body }, reply) => {
    const { edit } = body ?? {}
    if (edit !== undefined && !Object.hasOwn(edits, edit)) {
      return reply.code(400).send({ message: `there is no edit "${edit}": write text or row` })
    }
    if (edit !== undefined) edits[edit]?.()
    const requests = countBy(api.requests.map((request) => request.endpoint))
    return { facts, requests, sentBytes: api.sentBytes } satisfies ControlResponse
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  // `address` is a string only for pipes.
  const { port } = app.server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/control`, close: () => app.close() }
}

/** Edits by name; each call changes something. */
function editsOf({ edit }: WorkspaceApi, workspace: WorkspaceFile): Record<string, () => void> {
  const { block } = workspace
  const page = pageId('page 1')
  // A page without a text block has a title.
  const text = block[page]?.content?.find((id) => block[id]?.type === 'text') ?? page
  const level = propertyId('collection 0', SORTED_BY)
  const counted = { edits: 0 }
  return {
    text: () => edit.setText(text, `edited ${++counted.edits}`),
    // Higher than all generated levels, so that the row also moves in a sorted view.
    row: () => edit.setProperty(pageId('row 0'), level, [[String(1000 + ++counted.edits)]])
  }
}

function factsOf(workspace: WorkspaceFile): WorkspaceFacts {
  const { rootPageId, block, collection, collection_view } = workspace
  const blocks = Object.values(block)
  const pages = blocks.filter(isPage)
  const homes = countBy(
    pages.filter((page) => page.parent_table === 'collection').map((page) => page.parent_id)
  )
  const rows = Object.keys(collection).map((id) => homes[id] ?? 0)
  const views = Object.values(collection_view)
  return {
    rootPageId,
    pages: pages.length,
    blocks: blocks.length,
    nonRowPages: pages.length - rows.reduce((sum, count) => sum + count, 0),
    views: views.length,
    timeDependentViews: views.filter((view) =>
      isTimeDependent(view.query2?.filter as FilterTree | undefined)
    ).length,
    rows
  }
}

/** Whether a filter depends on the current date. */
function isTimeDependent(tree: FilterTree | undefined): boolean {
  if (tree?.filters) return tree.filters.some(isTimeDependent)
  return tree?.filter?.value?.type === 'relative'
}

function countBy(names: string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1
  return counts
}
