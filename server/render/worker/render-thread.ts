import { statSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'

import { excludePages } from '../../../db/lists/exclude-pages.ts'
import { type Mirror, openMirrorForReading } from '../../../db/mirror/open-mirror.ts'
import { renderRequest } from './render-entry.tsx'
import type { PageRequest } from './render-page.tsx'

/** A page to render, and the file to read it from. */
export interface RenderJob extends PageRequest {
  file: string
  /** Of the mirror that is served. Another file in its place may not have been checked yet. */
  inode: number
}

/** What the thread answers to a job. */
export type RenderAnswer =
  | { kind: 'rendered'; html: string | undefined }
  /** The file that is served is not there any more. */
  | { kind: 'moved' }
  | { kind: 'failed'; message: string; stack: string | undefined }

/** Renders the pages that the server sends, one after the other. */
export function answerRenderJobs(): void {
  const port = parentPort
  if (!port) throw new Error('answerRenderJobs runs in a thread of its own')
  const source = new MirrorSource()
  port.on('message', (job: RenderJob) => port.postMessage(answer(job, source)))
  port.postMessage({ kind: 'ready' })
}

function answer(job: RenderJob, source: MirrorSource): RenderAnswer {
  try {
    const mirror = source.open(job)
    if (!mirror) return { kind: 'moved' }
    excludePages(mirror, job.shell.config.excludedPageIds)
    return { kind: 'rendered', html: renderRequest(mirror, job) }
  } catch (error) {
    const { message, stack } = error instanceof Error ? error : new Error(String(error))
    return { kind: 'failed', message, stack }
  }
}

/** The mirror that is served, opened once more. */
class MirrorSource {
  #open: { mirror: Mirror; inode: number } | undefined

  open({ file, inode }: RenderJob): Mirror | undefined {
    if (this.#open?.inode === inode) return this.#open.mirror
    if (statSync(file, { throwIfNoEntry: false })?.ino !== inode) return undefined
    const mirror = openMirrorForReading(file)
    this.#open?.mirror.$client.close()
    this.#open = { mirror, inode }
    return mirror
  }
}
