/** Another export to the same folder is running. */
export class ExportBusyError extends Error {
  override name = 'ExportBusyError'
}
