import { answerJobs } from '../../process/answer-jobs.ts'
import { type FailureCause, failureCause } from '../recent-failures.ts'
import type { CardFacts } from './card-facts.ts'
import { drawCard } from './draw-card.tsx'
import { messageOf } from '../../../site/formats/error-message.ts'

/** A slice ends with the card that exceeds this time; the rest is returned undrawn. */
const SLICE_MS = 200

/** Cards to draw, one after the other. */
export interface CardJob {
  cards: CardFacts[]
  /** The folder of the mirror's assets. */
  assets: string
}

/** What the thread answers to a job: the first card or more, in order. */
export interface CardAnswer {
  kind: 'drawn'
  drawn: DrawnCard[]
}

/** Why a card was not drawn. */
export interface CardFailure extends FailureCause {
  error: string
}

/** A PNG, or the reason why there is none. */
export type DrawnCard = { png: Uint8Array } | CardFailure

answerJobs<CardJob, CardAnswer>(async ({ cards, assets }) => {
  const startedAt = performance.now()
  const drawn: DrawnCard[] = []
  for (const card of cards) {
    if (drawn.length > 0 && performance.now() - startedAt > SLICE_MS) break
    drawn.push(await drawOne(card, assets))
  }
  return { kind: 'drawn', drawn }
})

async function drawOne(card: CardFacts, assets: string): Promise<DrawnCard> {
  try {
    return { png: await drawCard(card, assets) }
  } catch (error) {
    return {
      ...failureCause(error),
      error: messageOf(error)
    }
  }
}
