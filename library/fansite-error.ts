import { BrowseError } from '../db/describe/browse-error.ts'
import { QueryError, QueryLimitError } from '../db/describe/query-error.ts'
import { MirrorError } from '../db/mirror/mirror-error.ts'
import { ApiError } from '../server/errors.ts'
import { LockError, ShrinkError, StoppedError, SyncError } from '../cli/sync/sync-error.ts'
import { ConfigError } from '../site/config/read-config.ts'
import type * as Door from './types.ts'

/** See `library/types.ts`. */
export class FansiteError extends Error implements Door.FansiteError {
  override name = 'FansiteError'
  readonly code: Door.FansiteErrorCode

  constructor(code: Door.FansiteErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

const codes = [
  [ConfigError, 'config'],
  [MirrorError, 'mirror'],
  [BrowseError, 'not_found'],
  [QueryError, 'query'],
  [QueryLimitError, 'limit'],
  [LockError, 'busy'],
  [ShrinkError, 'refused'],
  [StoppedError, 'stopped'],
  [SyncError, 'workspace']
] as const

/** The `FansiteError` of an error of ours; any other error as it is. */
export function asFansiteError(error: unknown): unknown {
  // What a request could not get: 4xx names what is wrong with it.
  if (error instanceof ApiError) {
    const isWrong = error.statusCode < 500
    return new FansiteError(isWrong ? 'not_found' : 'mirror', error.message, { cause: error })
  }
  const [, code] = codes.find(([type]) => error instanceof type) ?? []
  const isNetwork =
    error instanceof Error && ['CallError', 'OutageError'].includes(error.name) && 'workspace'
  const found = code ?? (isNetwork || undefined)
  if (found === undefined || !(error instanceof Error)) return error
  return new FansiteError(found, error.message, { cause: error })
}

/** Runs a function whose errors become those of the library. */
export function explained<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw asFansiteError(error)
  }
}

/** The same of a function that returns a promise. */
export async function explainedLater<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw asFansiteError(error)
  }
}
