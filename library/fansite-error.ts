import { BrowseError } from '../db/describe/browse-error.ts'
import { QueryError, QueryLimitError } from '../db/describe/query-error.ts'
import { MirrorError } from '../db/mirror/mirror-error.ts'
import { ApiError } from '../server/errors.ts'
import { LockError, ShrinkError, StoppedError, SyncError } from '../cli/sync/sync-error.ts'
import { ConfigError } from '../site/config/read-config.ts'
import type * as Types from './types.ts'

/** See `library/types.ts`. */
export class FansiteError extends Error implements Types.FansiteError {
  override name = 'FansiteError'
  readonly code: Types.FansiteErrorCode

  constructor(code: Types.FansiteErrorCode, message: string, options?: ErrorOptions) {
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
  if (!(error instanceof Error)) return error
  const code = codeOf(error)
  return code === undefined ? error : new FansiteError(code, error.message, { cause: error })
}

function codeOf(error: Error): Types.FansiteErrorCode | undefined {
  // A status below 500 means that the request is wrong.
  if (error instanceof ApiError) return error.statusCode < 500 ? 'not_found' : 'mirror'
  const [, code] = codes.find(([type]) => error instanceof type) ?? []
  // By name: their modules would load the client of the workspace.
  return code ?? (['CallError', 'OutageError'].includes(error.name) ? 'workspace' : undefined)
}

/** Runs a function whose errors become those of the library. */
export function explained<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw asFansiteError(error)
  }
}

/** Like `explained`, for a function that returns a promise. */
export async function explainedLater<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw asFansiteError(error)
  }
}
