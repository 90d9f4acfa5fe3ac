/** The purpose of a table or view of the mirror, and the meaning of its columns by name. */
export interface Description {
  about: string
  columns: Record<string, string>
}
