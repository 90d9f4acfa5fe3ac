import { findAsset } from '../../db/assets/find-asset.ts'
import { ApiError } from '../../server/errors.ts'
import { receivedResponse } from '../../server/responses/finished-response.ts'
import { ResponseMaker } from '../../server/responses/response-maker.ts'
import type { Made } from '../../server/render/worker/make-response.ts'
import type { OpenedMirrorFile } from '../../server/render/worker/opened-site.ts'
import type { RenderRequest } from '../../server/render/worker/render-request.ts'
import type { SiteContext } from '../../server/site/site-context.ts'
import type { SocialImages } from '../addresses/place-picture.ts'
import { placeAddresses } from '../addresses/place-addresses.ts'
import { type Place, writeUnlessSame } from '../folder/write-file.ts'
import type { WantedResponse } from '../requests/wanted.ts'
import type { FeedEntries } from '../state/feed-entries.ts'
import type { BuildPool } from './build-pool.ts'
import type { BuildAnswer, BuildJob } from './build-thread.ts'

/** A response that cannot be made; the message names the page and the cause. */
export class ResponseError extends Error {
  override name = 'ResponseError'
}

type Outcome = Extract<BuildAnswer, { kind: 'written' | 'nothing' | 'moved' }>

interface ResponsesParts {
  pool: BuildPool
  socialImages: SocialImages
  /** Those of earlier builds that need no change. */
  feedEntries: FeedEntries
}

/** Makes responses in the processes of a pool and writes them as files. */
export class Responses {
  readonly #context: SiteContext
  readonly #pool: BuildPool
  readonly #socialImages: SocialImages
  readonly #feedEntries: FeedEntries
  readonly #feed: ResponseMaker

  constructor(context: SiteContext, parts: ResponsesParts) {
    this.#context = context
    this.#pool = parts.pool
    this.#feedEntries = parts.feedEntries
    this.#socialImages = parts.socialImages
    this.#feed = new ResponseMaker(context.site, {
      render: async (_published, request) =>
        request.kind === 'entry' ? this.#entry(request) : this.#renderPart(request),
      prefer: () => {}
    })
  }

  /** To be called when it is known that at least this number of responses will be written. */
  prepare(count: number): void {
    this.#pool.prepare(count)
  }

  /** `waiting` is the number of responses that will follow. Throws `ResponseError`. */
  async write({ request, path }: WantedResponse, file: Place, waiting: number): Promise<Outcome> {
    if (request.kind === 'feed') return this.#writeFeed(path, file)
    const answer = await this.#pool.run({ ...this.#job(request), path, target: file }, waiting)
    if (answer.kind === 'written' || answer.kind === 'nothing' || answer.kind === 'moved') {
      return answer
    }
    throw failure(request, answer)
  }

  /** The feed is put together here, of entries that the processes render. */
  async #writeFeed(path: string, file: Place): Promise<Outcome> {
    const { site } = this.#context
    const { result, ...made } = await this.#feed.make({ kind: 'feed' }, { waiting: 'background' })
    if (!result || 'redirect' in result) return { kind: 'nothing', made, redirect: undefined }
    const { text, references } = placeAddresses(result.bodies.identity.toString(), {
      path,
      socialImages: this.#socialImages,
      basePath: site.basePath,
      domain: site.config.domain,
      mediaType: 'application/atom+xml',
      findPicture: (source) => findAsset(site.published().mirror, source)
    })
    return { kind: 'written', made, file: writeUnlessSame(text, file), references }
  }

  async #entry(request: RenderRequest & { kind: 'entry' }): Promise<Made> {
    const { pageId } = request
    const known = this.#feedEntries.find(pageId)
    if (known) return known
    const made = await this.#renderPart(request)
    this.#feedEntries.keep(pageId, made)
    return made
  }

  async #renderPart(request: RenderRequest): Promise<Made> {
    if (request.kind === 'feed-document') {
      this.#feedEntries.removeExcept(Object.keys(request.entries))
    }
    const answer = await this.#pool.run({ ...this.#job(request), path: '/feed.xml' })
    if (answer.kind !== 'part') {
      // The feed is made without the HTML of this page.
      if (request.kind === 'entry') throw new ApiError('page_failed')
      throw failure(request, answer)
    }
    const { result } = answer
    return result && 'bodies' in result ? { ...answer, result: receivedResponse(result) } : answer
  }

  #job(request: RenderRequest): Omit<BuildJob, 'path'> {
    const slots = this.#context.rendering.slots?.file()
    const from = { ...openedMirrorFile(this.#context), slots }
    return { ...from, request, socialImages: this.#socialImages, isPlain: false }
  }
}

/** The mirror that is served, for a process or thread that opens it too. */
export function openedMirrorFile({ site, rendering }: SiteContext): OpenedMirrorFile {
  const { mirror, fileId } = site.published()
  return { site: rendering.site, file: mirror.$client.name, fileId }
}

function failure(
  request: RenderRequest,
  answer: { kind: string; message?: string }
): ResponseError {
  const name = 'path' in request ? `page "${request.path}"` : request.kind
  const causes: Record<string, string> = {
    late: 'it takes too much CPU time',
    stalled: 'its process got no CPU time',
    closed: 'the build was stopped'
  }
  const cause = answer.message ?? causes[answer.kind] ?? answer.kind
  return new ResponseError(`${name} cannot be rendered: ${cause}`)
}
