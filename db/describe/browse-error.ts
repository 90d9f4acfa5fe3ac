/** A request that no rows can be read for: an unknown column, or a value that does not fit. */
export class BrowseError extends Error {
  override name = 'BrowseError'

  /** The message as a sentence. */
  get sentence(): string {
    return `${this.message.charAt(0).toUpperCase()}${this.message.slice(1)}.`
  }
}
