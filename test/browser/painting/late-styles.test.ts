import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, onTestFinished, test } from 'vitest'

import { sampleAssets, sampleWorkspace } from '../../../demo/sample/sample.ts'
import { desktop, nextFrame, phone, sharedBrowser, visit } from '../../support/browser/browser.ts'
import { hosted } from '../../support/browser/hosting.ts'
import { openSite } from '../../support/sites/site.ts'
import { record, workspaceOf } from '../../support/workspaces/records.ts'

let browser: Browser
let baseURL = ''

beforeAll(async () => {
  browser = await sharedBrowser()
  baseURL = await hosted(await openSite({ workspace: sampleWorkspace(), assets: sampleAssets }))
})

test.each(['/', '/command-reference', '/oil-and-grades', '/techniques'])(
  'late styles change few elements of %s',
  async (path) => {
    const visitor = await visit(browser, { ...phone, baseURL })
    onTestFinished(() => visitor.close())
    const shown = visitor.page
    let release = () => {}
    const released = new Promise<void>((done) => (release = done))
    await shown.route('**/_assets/**', (route) => route.abort())
    await shown.route('**/_assets/**.css', (route) => released.then(() => route.continue()))
    await shown.goto(path, { waitUntil: 'commit' })
    await shown.waitForFunction(() => performance.getEntriesByType('paint').length > 0)
    // Elements that arrive after the first paint have their first styles, not late ones.
    await shown.locator('#script-messages').waitFor({ state: 'attached' })
    await nextFrame(shown)
    const computed = await countStyles(shown, async () => {
      release()
      await shown.waitForLoadState('load')
      await nextFrame(shown)
    })
    // One rule for all links, or a variable of all elements, changes up to four fifths of them.
    expect(computed).toBeGreaterThan(0)
    expect(computed / (await shown.locator('*').count())).toBeLessThan(1 / 3)
  }
)

/** Of Chromium's trace. */
interface TraceEvent {
  name: string
  args: { elementCount?: number }
}

/** The number of elements whose styles the browser computes while something happens. */
async function countStyles(shown: Page, act: () => Promise<void>): Promise<number> {
  const session = await shown.context().newCDPSession(shown)
  let count = 0
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const { name, args } of value as unknown as TraceEvent[])
      if (name === 'UpdateLayoutTree') count += args.elementCount ?? 0
  })
  await session.send('Tracing.start', {
    traceConfig: { includedCategories: ['devtools.timeline'] }
  })
  await act()
  const complete = new Promise((done) => session.once('Tracing.tracingComplete', done))
  await session.send('Tracing.end')
  await complete
  return count
}

test('long vowels of Japanese names have the font of the text', async () => {
  const block = record(2, { type: 'text', properties: { title: [['Gojō and Tōkyō']] } })
  const { app } = await openSite({ workspace: workspaceOf([block.id], [block]) })
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const visitor = await visit(browser, { ...desktop, baseURL: address })
  onTestFinished(() => visitor.close())
  await visitor.page.goto('/')
  await visitor.page.evaluate(() => document.fonts.ready)
  await visitor.page.reload()
  const session = await visitor.page.context().newCDPSession(visitor.page)
  await session.send('DOM.enable')
  await session.send('CSS.enable')
  const { root } = await session.send('DOM.getDocument')
  const { nodeId } = await session.send('DOM.querySelector', {
    nodeId: root.nodeId,
    selector: '.content p'
  })
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId })
  expect(fonts.map(({ isCustomFont }) => isCustomFont)).toEqual([true])
})
