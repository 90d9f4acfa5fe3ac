import { findAsset } from '../../db/assets/find-asset.ts'
import { recordReads } from '../../db/changes/record-reads.ts'
import { answerJobs } from '../../server/process/answer-jobs.ts'
import { loadSlotModule } from '../../server/render/slots/slot-module.ts'
import { type Made, makeResponse } from '../../server/render/worker/make-response.ts'
import { openedSite } from '../../server/render/worker/opened-site.ts'
import type { RenderJob } from '../../server/render/worker/render-request.ts'
import { hashKeys, mergeHashes } from '../../server/responses/store/key-hash.ts'
import type { SocialImages } from '../addresses/place-picture.ts'
import { type PlacedText, placeAddresses } from '../addresses/place-addresses.ts'
import { type Place, type WrittenFile, writeUnlessSame } from '../folder/write-file.ts'

/** A response to make, and the file that it becomes. */
export interface BuildJob extends Omit<RenderJob, 'isOnlyIfLight'> {
  socialImages: SocialImages
  /** Encoded path of the response on a server. */
  path: string
  /** None for a part of another response. */
  target?: Place
}

/** What is known of a made response besides its file. */
export type MadeFacts = Omit<Made, 'result'>

/** The answer of the process to a job. */
export type BuildAnswer =
  | { kind: 'written'; made: MadeFacts; file: WrittenFile; references: PlacedText['references'] }
  /** The response is a redirect, or there is none. */
  | { kind: 'nothing'; made: MadeFacts; redirect: string | undefined }
  /** A part of another response. */
  | ({ kind: 'part' } & Made)
  /** The mirror has been replaced or removed. */
  | { kind: 'moved' }

answerJobs<BuildJob, BuildAnswer>(async (job) => {
  const opened = openedSite(job)
  if (!opened) return { kind: 'moved' }
  const { source, ...rest } = opened
  const slots = job.slots === undefined ? undefined : await loadSlotModule(job.slots)
  const { request, isPlain, target, path } = job
  const onRead = () => source.refresh()
  const whole = await makeResponse({ ...rest, slots }, request, { isPlain, onRead })
  if (!target) return { kind: 'part', ...whole }
  const { result, ...made } = whole
  if (!result || 'redirect' in result) return { kind: 'nothing', made, redirect: result?.redirect }
  const { config, basePath } = rest.site
  const { value: placed, keys } = recordReads(() =>
    placeAddresses(result.bodies.identity.toString(), {
      path,
      socialImages: job.socialImages,
      basePath,
      domain: config.domain,
      mediaType: mediaTypeOf(result.headers),
      findPicture: (address) => findAsset(source.mirror, address)
    })
  )
  const { text, references } = placed
  const all = { ...made, keys: mergeHashes([made.keys, hashKeys(keys)]) }
  return { kind: 'written', made: all, file: writeUnlessSame(text, target), references }
})

function mediaTypeOf(headers: [string, string][]): string {
  const type = headers.find(([name]) => name === 'content-type')?.[1] ?? ''
  return type.split(';')[0] ?? ''
}
