import { answerJobs } from '../../process/answer-jobs.ts'
import { loadSlotModule } from '../slots/slot-module.ts'
import { type HeavyPart, heavyPart } from './is-heavy.ts'
import { type Made, makeResponse } from './make-response.ts'
import { openedSite } from './opened-site.ts'
import type { RenderJob } from './render-request.ts'

/** What the thread answers to a job. */
export type RenderAnswer =
  | ({ kind: 'rendered' } & Made)
  /** The mirror that is served has been replaced or removed, or cannot be opened. */
  | { kind: 'moved' }
  /** It is heavy and was not rendered, as the job asked. */
  | { kind: 'heavy'; part: HeavyPart }

answerJobs<RenderJob, RenderAnswer>(async (job) => {
  const opened = openedSite(job)
  if (!opened) return { kind: 'moved' }
  const { source, ...rest } = opened
  const slots = job.slots === undefined ? undefined : await loadSlotModule(job.slots)
  const context = { ...rest, slots }
  const onRead = () => source.refresh()
  const { request, isPlain, isOnlyIfLight } = job
  const part = isOnlyIfLight ? heavyPart(source.mirror, request) : undefined
  if (part) return { kind: 'heavy', part }
  return { kind: 'rendered', ...(await makeResponse(context, request, { isPlain, onRead })) }
})
