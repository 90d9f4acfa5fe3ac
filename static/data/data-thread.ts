import { parentPort, workerData } from 'node:worker_threads'

import { lowerPriority } from '../../server/process/lower-priority.ts'
import { type OpenedMirrorFile, openedSite } from '../../server/render/worker/opened-site.ts'
import type { WrittenFile } from '../folder/write-file.ts'
import type { FilledFolder } from '../folder/filled-folder.ts'
import { writeMirror } from '../mirror/write-mirror.ts'
import { writeSearch } from '../search/write-search.ts'

/** Files that are made of the whole mirror. Plain values, because they are sent to the thread. */
export interface DataJob extends FilledFolder {
  part: 'mirror' | 'search'
  from: OpenedMirrorFile
  /** A folder for the copy that is cut into chunks; it is emptied before. */
  copyFolder: string
  /** Whether the chunks of the version before are compared, not taken as they are. */
  isComplete: boolean
}

/** The written files; undefined if the mirror has been replaced or removed. */
export type DataAnswer = Map<string, WrittenFile> | undefined

/** That of the processes that make responses. (On Linux, a priority belongs to a thread.) */
const NICE = 10

/** Writes the search or the mirror. */
function writeData({ part, from, copyFolder, isComplete, ...folder }: DataJob): DataAnswer {
  const site = openedSite(from)?.site
  if (!site) return undefined
  if (part === 'search') return writeSearch(site, folder)
  return writeMirror(site, { folder, copyFolder, isComplete })
}

lowerPriority(NICE)
const answer: DataAnswer = writeData(workerData as DataJob)
// The rule is about windows; a thread has no origin.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
parentPort?.postMessage(answer)
