import type { OpenedMirrorFile } from '../../server/render/worker/opened-site.ts'
import type { FilledFolder } from '../folder/filled-folder.ts'
import type { WrittenFile } from '../folder/write-file.ts'

/** Files that are made of the whole mirror. Plain values, because they are sent to a thread or process. */
export interface DataJob extends FilledFolder {
  from: OpenedMirrorFile
  /** A folder for a copy that is cut into chunks; it is emptied before. */
  copyFolder: string
  /** Whether the chunks of the version before are compared, not taken as they are. */
  isComplete: boolean
}

/** The written files; undefined if the mirror has been replaced or removed. */
export type DataAnswer = Map<string, WrittenFile> | undefined

/** That of the processes that make responses. (On Linux, a priority belongs to a thread.) */
export const NICE = 10
