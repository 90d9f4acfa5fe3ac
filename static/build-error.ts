/** A folder cannot be built; the message names the thing, the cause and the remedy. */
export class BuildError extends Error {
  override name = 'BuildError'
}

/** Another build of the same folder is running. */
export class BuildBusyError extends BuildError {
  override name = 'BuildBusyError'
}
