import { statSync } from 'node:fs'

import { excludePages } from '../../../db/lists/exclude-pages.ts'
import { type Mirror, openMirrorForReading } from '../../../db/mirror/open-mirror.ts'
import { answerJobs } from '../../process/answer-jobs.ts'
import type { RenderRequest } from './page-request.ts'
import { renderPage } from './render-page.tsx'

/** A page to render, and the file to read it from. */
export interface RenderJob extends RenderRequest {
  file: string
  /** Of the mirror that is served. A file that has replaced it may not have been checked yet. */
  inode: number
}

/** What the thread answers to a job. */
export type RenderAnswer =
  | { kind: 'rendered'; html: string | undefined }
  /** The mirror that is served has been replaced or removed. */
  | { kind: 'moved' }

/** The mirror that is served, opened in this thread. */
let opened: { mirror: Mirror; inode: number } | undefined

answerJobs<RenderJob, RenderAnswer>((job) => {
  const mirror = openServed(job)
  if (!mirror) return { kind: 'moved' }
  excludePages(mirror, job.shell.config.excludedPageIds)
  return { kind: 'rendered', html: renderPage(mirror, job) }
})

function openServed({ file, inode }: RenderJob): Mirror | undefined {
  if (opened?.inode === inode) return opened.mirror
  if (statSync(file, { throwIfNoEntry: false })?.ino !== inode) return undefined
  const mirror = openMirrorForReading(file)
  opened?.mirror.$client.close()
  opened = { mirror, inode }
  return mirror
}
