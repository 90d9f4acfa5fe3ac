/** The run cannot go on; the message names the thing, the cause and the remedy. */
export class SyncError extends Error {
  override name = 'SyncError'
}

/** The mirror does not hold the page that was asked for. */
export class UnknownPageError extends SyncError {
  override name = 'UnknownPageError'
}

/** Another sync holds the data directory. */
export class LockError extends Error {
  override name = 'LockError'
}

/** Publishing would take away more than a maintainer would expect; nothing was published. */
export class ShrinkError extends Error {
  override name = 'ShrinkError'
}

/** Why a run was stopped before its end. */
export type StopReason = 'SIGINT' | 'SIGTERM' | 'deadline'

/** The run was stopped; nothing was published, and what has arrived is kept for the next run. */
export class StoppedError extends Error {
  override name = 'StoppedError'
  readonly reason: StopReason

  constructor(reason: StopReason, message: string = reason) {
    super(message)
    this.reason = reason
  }
}
