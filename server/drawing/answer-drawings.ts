import { statSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'

import { hidePages } from '../../db/hide-pages.ts'
import { type Mirror, openMirrorForReading } from '../../db/open-mirror.ts'
import { drawAsked } from './draw-entry.tsx'
import type { PageRequest } from './draw-page.tsx'

/** A page to draw, and the file to read it from. */
export interface DrawingJob extends PageRequest {
  file: string
  /** Of the mirror that is served: what stands in its place may not be looked through yet. */
  inode: number
}

/** What the thread sends: that it is ready, and then one answer for each job. */
export type DrawingAnswer =
  | { kind: 'ready' }
  | { kind: 'drawn'; html: string | undefined }
  /** The file that is served is not there any more. */
  | { kind: 'moved' }
  | { kind: 'failed'; message: string; stack: string | undefined }

/** Draws the pages that the server's thread sends, one after the other. */
export function answerDrawings(): void {
  const port = parentPort
  if (!port) throw new Error('answerDrawings runs in a thread of its own')
  const source = new MirrorSource()
  port.on('message', (job: DrawingJob) => port.postMessage(answer(job, source)))
  port.postMessage({ kind: 'ready' } satisfies DrawingAnswer)
}

function answer(job: DrawingJob, source: MirrorSource): DrawingAnswer {
  try {
    const mirror = source.open(job)
    if (!mirror) return { kind: 'moved' }
    hidePages(mirror, job.shell.config.excludedPageIds)
    return { kind: 'drawn', html: drawAsked(mirror, job) }
  } catch (error) {
    const { message, stack } = error instanceof Error ? error : new Error(String(error))
    return { kind: 'failed', message, stack }
  }
}

/** The mirror that is served, opened by this thread for itself. */
class MirrorSource {
  #open: { mirror: Mirror; inode: number } | undefined

  open({ file, inode }: DrawingJob): Mirror | undefined {
    if (this.#open?.inode === inode) return this.#open.mirror
    if (statSync(file, { throwIfNoEntry: false })?.ino !== inode) return undefined
    const mirror = openMirrorForReading(file)
    this.#open?.mirror.$client.close()
    this.#open = { mirror, inode }
    return mirror
  }
}
