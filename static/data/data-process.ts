import { readTransaction } from '../../db/mirror/read-transaction.ts'
import { lowerPriority } from '../../server/process/lower-priority.ts'
import { type OpenedSite, openedSite } from '../../server/render/worker/opened-site.ts'
import { markOf } from '../../server/responses/publication-mark.ts'
import type { FilledFolder } from '../folder/filled-folder.ts'
import { writeMirror } from '../mirror/write-mirror.ts'
import { writeSearch } from '../search/write-search.ts'
import type { DataAnswer, DataJob, WrittenData } from './data-job.ts'

/** The nice value of the processes that make responses. */
const NICE = 10

// A child process that writes the search and the mirror.
// Ctrl-C reaches it too; the build ends it.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {})
lowerPriority(NICE)
process.once('message', async (job) => {
  // Our own process sends it.
  const answer = await settle(job as DataJob)
  process.send?.(answer, () => process.exit())
})

async function settle(job: DataJob): Promise<DataAnswer> {
  try {
    return { kind: 'done', data: await write(job) }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    const { message, code, path } = error as NodeJS.ErrnoException
    return { kind: 'failed', message, cause: { ...(code && { code }), ...(path && { path }) } }
  }
}

async function write({ from, ...job }: DataJob): Promise<WrittenData | undefined> {
  const { folder, earlier, isCopy, copyFolder, isComplete } = job
  const filled = { folder, earlier, isCopy }
  const opened = openedSite(from)
  if (!opened) return undefined
  const { searched, search } = writeSearchOf(opened, filled, job.searched)
  // Last, because it reads the file as bytes, and so takes the locks of other connections: see `readPages`.
  const mirror = await writeMirror(opened.site, { folder: filled, copyFolder, isComplete })
  return { searched, files: new Map([...search, ...mirror]) }
}

/** Writes the search of one publication, and returns its mark. */
function writeSearchOf({ site, source }: OpenedSite, folder: FilledFolder, before: string | null) {
  return readTransaction(source.mirror, () => {
    source.refresh()
    const searched = markOf(site.published(), site.config.excludedPageIds)
    return { searched, search: writeSearch(site, folder, { before, now: searched }) }
  })
}
