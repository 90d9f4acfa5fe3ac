/** The version of a page, with which its blocks are staged: an edit of any of them changes it. */
export function versionOf(record: { version: number; last_edited_time: number }): string {
  return `${record.version}:${record.last_edited_time}`
}
