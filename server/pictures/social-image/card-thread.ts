import { answerJobs } from '../../process/answer-jobs.ts'
import type { CardFacts } from './card-facts.ts'
import { drawCard } from './draw-card.tsx'

/** A card to draw. */
export interface CardJob {
  card: CardFacts
  /** The folder of the mirror's assets. */
  assets: string
}

/** What the thread answers to a job. */
export interface CardAnswer {
  kind: 'drawn'
  png: Uint8Array
}

answerJobs<CardJob, CardAnswer>(async ({ card, assets }) => ({
  kind: 'drawn',
  png: await drawCard(card, assets)
}))
