import { fragmentPath } from '../../../site/addresses/fragment-path.ts'
import { basePath } from '../base-path.ts'
import { FRESH_MS, fetchCurrent } from '../navigation/fetch-current.ts'
import { pagePathOf } from './start-link-cards.ts'

/** Pixels between a card, its link and the edges of the window. */
const GAP = 8
const ID = 'link-card'

/** The box that shows one card at a time, beside its link. */
export class CardBox {
  readonly #box = document.createElement('div')
  /** HTML of the cards by address; undefined for a page without one. */
  readonly #known = new Map<string, Promise<string | undefined>>()
  #link: HTMLAnchorElement | undefined

  constructor() {
    this.#box.id = ID
    this.#box.popover = 'manual'
    document.body.append(this.#box)
  }

  /** The link whose card is shown or awaited. */
  get link(): HTMLAnchorElement | undefined {
    return this.#link
  }

  get isShown(): boolean {
    return this.#box.matches(':popover-open')
  }

  contains(target: EventTarget | null): boolean {
    return target instanceof Node && this.#box.contains(target)
  }

  async open(link: HTMLAnchorElement): Promise<void> {
    this.close()
    this.#link = link
    const html = await this.#cardOf(link)
    const card = html && new DOMParser().parseFromString(html, 'text/html').body.firstElementChild
    if (this.#link !== link || !link.isConnected || !card) return
    this.#box.replaceChildren(card)
    document.dispatchEvent(new Event('card-shown'))
    this.#box.showPopover()
    placeBeside(this.#box, link)
    if (!link.hasAttribute('aria-describedby')) link.setAttribute('aria-describedby', ID)
  }

  close(): void {
    if (this.#link?.getAttribute('aria-describedby') === ID) {
      this.#link.removeAttribute('aria-describedby')
    }
    this.#link = undefined
    if (this.isShown) this.#box.hidePopover()
  }

  #cardOf(link: HTMLAnchorElement): Promise<string | undefined> {
    const address = basePath + fragmentPath('link-card', pagePathOf(link))
    if (!this.#known.has(address)) setTimeout(() => this.#known.delete(address), FRESH_MS)
    const card = this.#known.get(address) ?? fetchCard(address)
    this.#known.set(address, card)
    return card.catch(() => {
      // Without an answer there is no card; the next time asks again.
      this.#known.delete(address)
      return undefined
    })
  }
}

async function fetchCard(address: string): Promise<string | undefined> {
  const response = await fetchCurrent(address)
  if (response.status >= 500) throw new Error(`${address} answers ${response.status}`)
  return response.ok ? response.text() : undefined
}

/** Below the first line of the link, above it if there is more space; inside the window. */
function placeBeside(box: HTMLElement, link: HTMLElement): void {
  const [line = link.getBoundingClientRect()] = link.getClientRects()
  const { offsetWidth: width, offsetHeight: height } = box
  const { clientWidth, clientHeight } = document.documentElement
  const below = line.bottom + GAP
  const isAbove = below + height > clientHeight && line.top > clientHeight - line.bottom
  const left = Math.max(GAP, Math.min(line.left, clientWidth - width - GAP))
  box.style.left = `${left}px`
  box.style.top = `${isAbove ? Math.max(GAP, line.top - GAP - height) : below}px`
}
