import type { DrawnCard } from './card-thread.ts'
import type { CardFacts } from './card-facts.ts'

/** How many cards that visitors wait for may be queued, and how many that are drawn ahead. */
const MAX_WAITING = 500
/** Cards in one slice. A slice drawn ahead is short, because a visitor may have to wait for its end. */
const SLICE = { asked: 16, ahead: 4 }

/** A drawn card, or why it was not drawn: an error of the card, or a full or closing queue (`busy`). */
export type CardResult = DrawnCard | { busy: true }

/** A card to draw. */
export interface QueuedCard {
  card: CardFacts
  settle: (result: CardResult) => void
}

/** Cards in the order in which they are drawn: first those that visitors wait for. */
export class CardQueue {
  #asked: QueuedCard[] = []
  #ahead: QueuedCard[] = []

  get size(): number {
    return this.#asked.length + this.#ahead.length
  }

  /** False if too many cards wait. */
  add(queued: QueuedCard, { isAsked }: { isAsked: boolean }): boolean {
    const list = isAsked ? this.#asked : this.#ahead
    if (list.length >= MAX_WAITING) return false
    list.push(queued)
    return true
  }

  /** Moves a card that was queued ahead to those that visitors wait for. */
  promote(card: CardFacts): void {
    const index = this.#ahead.findIndex((queued) => queued.card === card)
    if (index >= 0) this.#asked.push(...this.#ahead.splice(index, 1))
  }

  /** Removes and returns the cards to draw next; cards of visitors and others are never mixed. */
  take(): QueuedCard[] {
    return this.#asked.length > 0
      ? this.#asked.splice(0, SLICE.asked)
      : this.#ahead.splice(0, SLICE.ahead)
  }

  /** Puts the undrawn rest of a slice back into the queue, to be drawn next. */
  putBack(rest: QueuedCard[]): void {
    this.#asked.unshift(...rest)
  }

  /** Removes and returns all cards. */
  clear(): QueuedCard[] {
    return [...this.#asked.splice(0), ...this.#ahead.splice(0)]
  }
}
