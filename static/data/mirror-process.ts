import { lowerPriority } from '../../server/process/lower-priority.ts'
import { openedSite } from '../../server/render/worker/opened-site.ts'
import { writeMirror } from '../mirror/write-mirror.ts'
import { type DataAnswer, type DataJob, NICE } from './data-job.ts'

/** What the process answers. */
export type MirrorAnswer =
  | { kind: 'done'; files: DataAnswer }
  /** `cause` has the fields of an error of the system. */
  | { kind: 'failed'; message: string; cause: { code?: string; path?: string } }

// A child process that writes the mirror: see `readPages`.
// Ctrl-C reaches it too; the build ends it.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {})
lowerPriority(NICE)
process.once('message', async (job) => {
  // Our own process sends it.
  const answer = await settle(job as DataJob)
  process.send?.(answer, () => process.exit())
})

async function settle(job: DataJob): Promise<MirrorAnswer> {
  try {
    return { kind: 'done', files: await write(job) }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    const { message, code, path } = error as NodeJS.ErrnoException
    return { kind: 'failed', message, cause: { ...(code && { code }), ...(path && { path }) } }
  }
}

async function write({ from, copyFolder, isComplete, ...folder }: DataJob): Promise<DataAnswer> {
  const site = openedSite(from)?.site
  return site && writeMirror(site, { folder, copyFolder, isComplete })
}
