import type { DrawnCard } from './card-thread.ts'
import type { CardFacts } from './card-facts.ts'

/** Cards that may wait for visitors, and for redrawing after a publication. */
const MAX_WAITING = 500
/** Cards of one slice. A slice that nobody waits for is short, because a visitor may come meanwhile. */
const SLICE = { asked: 16, ahead: 4 }

/** Why a card was not drawn: its own fault, or that of a full or closing queue. */
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

  /** A visitor waits for a card that was queued ahead. */
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

  /** Returns the undrawn rest of a slice. It is drawn next. */
  putBack(rest: QueuedCard[]): void {
    this.#asked.unshift(...rest)
  }

  /** Removes and returns all cards. */
  clear(): QueuedCard[] {
    return [...this.#asked.splice(0), ...this.#ahead.splice(0)]
  }
}
