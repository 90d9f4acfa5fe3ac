import { expiryOf } from '../../responses/expiry.ts'
import { readTransaction } from '../../../db/mirror/read-transaction.ts'
import { recordReads } from '../../../db/changes/record-reads.ts'
import { answerJobs } from '../../process/answer-jobs.ts'
import { type FinishedResponse, finish } from '../../responses/finished-response.ts'
import { surrogateKeys } from '../../responses/surrogate-keys.ts'
import { openedSite } from './opened-site.ts'
import type { RenderJob } from './render-request.ts'
import { renderText } from './render-text.ts'

/** What was made of a request, and the publication that it was made from. */
export interface Made {
  /** Undefined if the publication has nothing at this address. */
  result: FinishedResponse | { redirect: string } | undefined
  generation: number
  /** The keys of change that the result depends on. */
  keys: string[]
  /** UTC milliseconds when the result is made again in any case. */
  expiresAt: number | undefined
}

/** What the thread answers to a job. */
export type RenderAnswer =
  | ({ kind: 'rendered' } & Made)
  /** The mirror that is served has been replaced or removed. */
  | { kind: 'moved' }

answerJobs<RenderJob, RenderAnswer>(async (job) => {
  const opened = openedSite(job)
  if (!opened) return { kind: 'moved' }
  const { source, ...context } = opened
  const { generation, read } = readTransaction(source.mirror, () => {
    source.refresh()
    // In the transaction of the reads, so that both see the same publication.
    const served = context.site.served()
    return {
      generation: served.generation,
      read: recordReads(() => renderText(context, job.request, job.isPlain))
    }
  })
  const rendered = await read.value
  const keys = [...read.keys]
  const made = { kind: 'rendered', generation, keys } as const
  if (!rendered || 'redirect' in rendered) {
    return { ...made, result: rendered, expiresAt: undefined }
  }
  const expiresAt = expiryOf(rendered, { keys: read.keys, timeZone: context.site.config.timeZone })
  return { ...made, result: finish(rendered, surrogateKeys(keys, rendered)), expiresAt }
})
