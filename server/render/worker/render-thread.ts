import { answerJobs } from '../../process/answer-jobs.ts'
import { type Made, makeResponse } from './make-response.ts'
import { openedSite } from './opened-site.ts'
import type { RenderJob } from './render-request.ts'

/** What the thread answers to a job. */
export type RenderAnswer =
  | ({ kind: 'rendered' } & Made)
  /** The mirror that is served has been replaced or removed. */
  | { kind: 'moved' }

answerJobs<RenderJob, RenderAnswer>(async (job) => {
  const opened = openedSite(job)
  if (!opened) return { kind: 'moved' }
  const { source, ...context } = opened
  const onRead = () => source.refresh()
  const { request, isPlain } = job
  return { kind: 'rendered', ...(await makeResponse(context, request, { isPlain, onRead })) }
})
