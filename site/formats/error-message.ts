/** The message of any thrown value; that of a TLS error ends with a line break, which is left out. */
export function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).trimEnd()
}
