/** Why the file cannot be read; the page has a text for each. */
export type FaultKind =
  | 'offline'
  /** The server has removed the file. */
  | 'gone'
  /** The server makes the file; it is there in a moment. */
  | 'notReady'
  /** Any other status. */
  | 'refused'
  /** Another file is at its address now. */
  | 'changed'
  /** The server sends no ranges, and the file is too large to be fetched whole. */
  | 'ranges'
  | 'noDatabase'
  /** The server does not send SQLite, as after an update. */
  | 'notSent'
  /** SQLite has arrived, and the browser cannot run it. */
  | 'notStarted'

/** The file cannot be read. */
export class QueryFault extends Error {
  override name = 'QueryFault'
  readonly kind: FaultKind

  constructor(kind: FaultKind, options?: ErrorOptions) {
    super(`the file cannot be read: ${kind}`, options)
    this.kind = kind
  }
}
