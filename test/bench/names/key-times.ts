import type { Page } from 'playwright-core'

/** The time from a key until its first results are painted. */
export interface KeyTime {
  paintedMs: number
}

/** What the page records; its script has no access to this module. */
interface Recorder {
  keys: KeyTime[]
  longTasks: number[]
}

/** Starts to record keys and long tasks in a page. */
export async function startKeyTimes(page: Page): Promise<void> {
  await page.evaluate(() => {
    const recorder: Recorder = { keys: [], longTasks: [] }
    Object.assign(globalThis, { recorder })
    new PerformanceObserver((entries) => {
      recorder.longTasks.push(...entries.getEntries().map(({ duration }) => duration))
    }).observe({ type: 'longtask' })
    let pressed: number | undefined
    addEventListener('keydown', ({ timeStamp }) => (pressed = timeStamp), { capture: true })
    const list = document.querySelector('#search-list')
    if (!list) return
    new MutationObserver(() => {
      const started = pressed
      if (started === undefined || !list.querySelector('[data-page]')) return
      pressed = undefined
      // The task after the next frame begins when that frame is painted.
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.addEventListener('message', () =>
          recorder.keys.push({ paintedMs: performance.now() - started })
        )
        port1.start()
        port2.postMessage(null)
      })
    }).observe(list, { childList: true, subtree: true, characterData: true, attributes: true })
  })
}

/** The keys since the last call, and all long tasks. */
export async function readKeyTimes(page: Page): Promise<Recorder> {
  return page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    const { recorder } = globalThis as unknown as { recorder: Recorder }
    const { keys, longTasks } = recorder
    recorder.keys = []
    return { keys, longTasks }
  })
}
