import type { LaneResult } from './render-lane.ts'
import type { RenderRequest } from '../worker/render-request.ts'

/** The error of a request that fails each time. */
export function failed(request: RenderRequest, cause: unknown): Error {
  return new Error(`${nameOf(request)} cannot be rendered: ${String(cause)}`, { cause })
}

/** The request is tried again, since its process has ended. */
export function renderedAgain(request: RenderRequest, { message }: { message: string }): Error {
  const reason = `the process that rendered it ended: ${message}`
  return new Error(`${nameOf(request)} is rendered again: ${reason}`)
}

/** The page is shown without what takes long. */
export function renderedPlain(request: RenderRequest, full: LaneResult, hasSlots: boolean): Error {
  const lost = hasSlots ? 'typesetting, slots and most rows' : 'typesetting and most rows'
  return new Error(`${nameOf(request)} is rendered without ${lost}: ${reasonOf(full)}`)
}

/** Visitors get an error, and the request is tried again later. */
export function notRendered(request: RenderRequest, result: LaneResult): Error {
  return new Error(`${nameOf(request)} is not rendered: ${reasonOf(result)}`)
}

function reasonOf(result: LaneResult): string {
  if (result.kind === 'late') return `it took more than ${result.cpuLimitMs} ms of CPU time`
  if (result.kind === 'gone') return `its process ended: ${result.message}`
  return 'its process got no CPU time'
}

function nameOf(request: RenderRequest): string {
  return 'pageId' in request ? `page ${request.pageId}` : request.kind
}
