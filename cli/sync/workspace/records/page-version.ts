/**
 * The version of a page, with which its blocks are staged: an edit of any of them changes it.
 * Undefined for a record whose version is missing or cannot be read.
 */
export function versionOf(record: {
  version: number
  last_edited_time: number
}): string | undefined {
  return record.version > 0 ? `${record.version}:${record.last_edited_time}` : undefined
}
