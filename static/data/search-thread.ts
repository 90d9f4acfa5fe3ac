import { parentPort, workerData } from 'node:worker_threads'

import { lowerPriority } from '../../server/process/lower-priority.ts'
import { openedSite } from '../../server/render/worker/opened-site.ts'
import { writeSearch } from '../search/write-search.ts'
import { type DataAnswer, type DataJob, NICE } from './data-job.ts'

/** Writes the search. */
function answer({
  from,
  copyFolder: _copyFolder,
  isComplete: _isComplete,
  ...folder
}: DataJob): DataAnswer {
  const site = openedSite(from)?.site
  return site && writeSearch(site, folder)
}

lowerPriority(NICE)
// The rule is about windows; a thread has no origin.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
parentPort?.postMessage(answer(workerData as DataJob))
