import { MirrorError, explainFailure } from '../../../db/mirror/mirror-error.ts'
import { messageOf } from '../../../site/formats/error-message.ts'
import { StoppedError } from '../sync-error.ts'
import { OutageError } from '../workspace/request-budget.ts'

/** What a run that has read everything leaves for the next one. */
export const ALL_READ =
  'the whole workspace was read and stored; the next sync continues from there'

/** An error that ended a run, with a text on what is left for the next one. */
export function withRest(error: unknown, rest: string): unknown {
  const message = messageOf(error)
  if (error instanceof StoppedError) {
    return new StoppedError(error.reason, `${message}: nothing was published; ${rest}`)
  }
  if (error instanceof OutageError) {
    return new OutageError(`${message}; nothing was published; ${rest}`, { cause: error })
  }
  return error
}

/** An error after the publication: what is published, and what visitors see. */
export function withoutCopies(error: unknown, generation: number): Error {
  const message = messageOf(explainFailure(error, 'a mirror without or with spoilers'))
  const rest = `generation ${generation} is published in mirror.db, but not in the mirrors without and with spoilers, from which the site is served; the next sync writes them`
  return error instanceof StoppedError
    ? new StoppedError(error.reason, `${message}: ${rest}`)
    : new MirrorError(`${message}; ${rest}`, { cause: error })
}
