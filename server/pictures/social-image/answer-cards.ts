import { parentPort } from 'node:worker_threads'

import type { CardFacts } from './card-facts.ts'
import { drawCard } from './draw-card.tsx'

export interface CardJob {
  card: CardFacts
  /** The folder of the mirror's files. */
  assets: string
}

/** What the thread answers to a job. */
export type CardAnswer =
  | { kind: 'drawn'; png: Uint8Array }
  | { kind: 'failed'; message: string; stack: string | undefined }

/** Draws the pictures that the server's thread sends, one after the other. */
export function answerCards(): void {
  const port = parentPort
  if (!port) throw new Error('answerCards runs in a thread of its own')
  port.on('message', async (job: CardJob) => port.postMessage(await answer(job)))
  port.postMessage({ kind: 'ready' })
}

async function answer({ card, assets }: CardJob): Promise<CardAnswer> {
  try {
    return { kind: 'drawn', png: await drawCard(card, assets) }
  } catch (error) {
    const { message, stack } = error instanceof Error ? error : new Error(String(error))
    return { kind: 'failed', message, stack }
  }
}
