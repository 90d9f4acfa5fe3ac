/** The run cannot continue; the message names the thing, the cause and the remedy. */
export class SyncError extends Error {
  override name = 'SyncError'
}

/** The mirror has no page with the requested id or path. */
export class UnknownPageError extends SyncError {
  override name = 'UnknownPageError'
}

/**
 * Another sync, a clone or a snapshot has locked the data directory, or another snapshot or export its
 * folder.
 */
export class LockError extends Error {
  override name = 'LockError'
}

/** Publishing would remove suspiciously many pages; nothing was published. */
export class ShrinkError extends Error {
  override name = 'ShrinkError'
}

/** Why a run was stopped before its end. */
export type StopReason = 'SIGINT' | 'SIGTERM' | 'deadline'

/** The run was stopped; nothing was published, and the next run resumes it. */
export class StoppedError extends Error {
  override name = 'StoppedError'
  readonly reason: StopReason

  constructor(reason: StopReason, message: string = reason) {
    super(message)
    this.reason = reason
  }
}
