import type { AddressInfo } from 'node:net'

import { fastify } from 'fastify'

import type { FilterTree } from '../api/filter-rows.ts'
import { pageId, propertyId } from '../builder/record-ids.ts'
import type { WorkspaceApi } from '../api/workspace-api.ts'
import type { WorkspaceFile } from '../builder/workspace-file.ts'
import { SORTED_BY } from './collections.ts'
import { isTimeDependent } from './relative-dates.ts'

/** What a workspace holds, as far as the requests of a sync depend on it. */
export interface WorkspaceFacts {
  rootPageId: string
  pages: number
  blocks: number
  /** Pages that are no rows of a collection. */
  nonRowPages: number
  views: number
  timeDependentViews: number
  /** Rows of each collection. */
  rows: number[]
}

/** What `POST /control` answers. */
export interface ControlAnswer {
  facts: WorkspaceFacts
  /** Requests so far, by endpoint. */
  requests: Record<string, number>
  /** Bytes of all answers so far. */
  sentBytes: number
}

export interface ControlServer {
  /** Of `POST /control`. A body `{"edit": "text"}` or `{"edit": "row"}` edits a text or a row's property first. */
  url: string
  close: () => Promise<void>
}

/**
 * Lets another process edit a generated workspace that is served, and read how often it was asked.
 * Beside the API and on a port of its own, so that the API answers nothing that the real one does not.
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
    return { facts, requests, sentBytes: api.sentBytes } satisfies ControlAnswer
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  // Listening on a host and port, the address is never a pipe's name.
  const { port } = app.server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/control`, close: () => app.close() }
}

/** Edits by name; every call changes something. */
function editsOf({ edit }: WorkspaceApi, workspace: WorkspaceFile): Record<string, () => void> {
  const { block } = workspace
  const page = pageId('page 1')
  // A page that holds no text of its own has a title.
  const text = block[page]?.content?.find((id) => block[id]?.type === 'text') ?? page
  const level = propertyId('collection 0', SORTED_BY)
  const counted = { edits: 0 }
  return {
    text: () => edit.setText(text, `edited ${++counted.edits}`),
    // Beyond the generated levels, so that the row's place in a sorted view changes too.
    row: () => edit.setProperty(pageId('row 0'), level, [[String(1000 + ++counted.edits)]])
  }
}

function factsOf(workspace: WorkspaceFile): WorkspaceFacts {
  const { rootPageId, block, collection, collection_view } = workspace
  const blocks = Object.values(block)
  const pages = blocks.filter(({ type }) => type === 'page' || type === 'collection_view_page')
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

function countBy(names: string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1
  return counts
}
