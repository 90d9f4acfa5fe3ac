import { OFFLINE_PATH } from '../../site/addresses/offline-paths.ts'
import { formatBytes } from '../blocks/format/format-bytes.ts'
import { basePath } from '../islands/base-path.ts'
import { cacheName } from './cache-names.ts'
import type { OfflineList, OfflineStatus, Wish } from './protocol.ts'

/** Pause between messages to the busy worker: browsers end a worker that gets no events. */
const SIGN_MS = 20_000

/** Shows what is kept, and starts the buttons. */
export async function fillOfflinePage(section: HTMLElement, end: AbortSignal): Promise<void> {
  const page = new OfflinePage(section)
  const path = location.pathname.replace(/\/$/, '')
  page.part('.offline-missing').hidden = path === basePath + OFFLINE_PATH
  page.part('.offline-again').addEventListener('click', () => location.reload())
  const { serviceWorker } = navigator
  if (!serviceWorker) return
  page.part('.offline-needs').hidden = true
  // Without a network there is no size.
  const sized = page.showSize().catch(() => undefined)
  const registration = await serviceWorker.ready
  if (end.aborted) return
  // A deployment may replace the worker while the page is open.
  const send = (wish: Wish) => registration.active?.postMessage(wish, [])
  serviceWorker.addEventListener(
    'message',
    async ({ data }: MessageEvent<OfflineStatus>) => {
      page.showStatus(data)
      if (!data.isBusy) await page.showRead()
      await sized
      page.show()
    },
    { signal: end }
  )
  serviceWorker.startMessages()
  page.part('.offline-keep').addEventListener('click', () => {
    send('keep')
    // Browsers may remove other copies when they need room.
    void navigator.storage.persist()
  })
  page.part('.offline-remove').addEventListener('click', () => send('remove'))
  send('look')
  const timer = setInterval(() => page.isBusy && send('look'), SIGN_MS)
  end.addEventListener('abort', () => clearInterval(timer))
}

class OfflinePage {
  isBusy = false
  readonly #section: HTMLElement

  constructor(section: HTMLElement) {
    this.#section = section
  }

  part(selector: string): HTMLElement {
    const found = this.#section.querySelector<HTMLElement>(selector)
    if (!found) throw new Error(`the page has no ${selector}`)
    return found
  }

  /** What is filled appears at once, so that nothing moves. */
  show(): void {
    this.part('.offline-whole').hidden = false
    this.part('.offline-read').hidden = this.part('.offline-read ul').childElementCount === 0
  }

  showStatus({ isWhole, isDone, isBusy, done, total, gap }: OfflineStatus): void {
    this.isBusy = isBusy
    const texts = this.#section.dataset
    const { progress, kept = '' } = texts
    const counts = total > 0 ? fill(progress, [this.#number(done), this.#number(total)]) : ''
    const state = isDone ? kept : [counts, gap && texts[gap]].filter(Boolean).join(' ')
    this.part('.offline-status').textContent = isWhole ? state : ''
    this.part('.offline-keep').hidden = isWhole && gap !== 'full'
    this.part('.offline-remove').hidden = !isWhole
  }

  /** The size of everything, and the room for it; nothing without a network. */
  async showSize(): Promise<void> {
    const generation = await fetch(`${basePath}/generation.json`)
    const { offline } = (await generation.json()) as { offline?: string }
    if (offline === undefined) return
    const answer = await fetch(`${basePath}/${offline}`)
    const { pages, entries } = (await answer.json()) as OfflineList
    const bytes = entries.reduce((sum, [, , size]) => sum + size, 0)
    const { size, room } = this.#section.dataset
    this.part('.offline-size').textContent = fill(size, [this.#number(pages), this.#bytes(bytes)])
    const { quota = 0, usage = 0 } = await navigator.storage.estimate()
    this.part('.offline-room').textContent = fill(room, [this.#bytes(quota - usage)])
  }

  /** Links to the pages that were read. */
  async showRead(): Promise<void> {
    const cache = await caches.open(cacheName(basePath, 'read'))
    const requests = await cache.keys()
    const links = await Promise.all(requests.map((request) => linkTo(request, cache)))
    const found = links.filter((link) => link !== undefined).toSorted(byText)
    this.part('.offline-read ul').replaceChildren(...found)
  }

  #number(count: number): string {
    return count.toLocaleString(document.documentElement.lang)
  }

  #bytes(bytes: number): string {
    return formatBytes(bytes, document.documentElement.lang)
  }
}

/** A list item with a link; undefined if the address is not that of a page. */
async function linkTo({ url }: Request, cache: Cache): Promise<HTMLLIElement | undefined> {
  const html = await (await cache.match(url, { ignoreVary: true }))?.text()
  const [, title] = /<title>([^<]*)/.exec(html ?? '') ?? []
  if (title === undefined) return undefined
  const link = document.createElement('a')
  link.href = url
  // The name of the site follows.
  link.innerHTML = title.replace(/ · [^·]*$/, '')
  const item = document.createElement('li')
  item.append(link)
  return item
}

function byText(a: HTMLElement, b: HTMLElement): number {
  return (a.textContent ?? '').localeCompare(b.textContent ?? '')
}

function fill(text = '', values: string[]): string {
  return values.reduce((filled, value, index) => filled.replace(`{${index}}`, () => value), text)
}
