import type { OpenedMirrorFile } from '../../server/render/worker/opened-site.ts'
import type { FilledFolder } from '../folder/filled-folder.ts'
import type { WrittenFile } from '../folder/write-file.ts'

/** Files that are made of the whole mirror. Plain values, because they are sent to a process. */
export interface DataJob extends FilledFolder {
  from: OpenedMirrorFile
  /** The mark of the publication that the search of the folder before shows; null if that is not known. */
  searched: string | null
  /** A folder for a copy that is cut into chunks; it is emptied before. */
  copyFolder: string
  /** Whether the chunks of the version before are compared, not taken as they are. */
  isComplete: boolean
}

export interface WrittenData {
  files: Map<string, WrittenFile>
  /** The mark of the publication that the search shows. */
  searched: string
}

/** What the process answers. */
export type DataAnswer =
  /** `data` is undefined if the mirror has been replaced or removed. */
  | { kind: 'done'; data: WrittenData | undefined }
  /** `cause` has the fields of an error of the system. */
  | { kind: 'failed'; message: string; cause: { code?: string; path?: string } }
