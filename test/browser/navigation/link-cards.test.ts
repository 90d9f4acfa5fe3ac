import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { nextFrame, phone } from '../../support/browser/browser.ts'
import { pathOf } from '../../support/browser/hosting.ts'
import { SampleVisits } from '../../support/browser/sample-visits.ts'

const visits = new SampleVisits()

const linkTo = (page: Page, path: string) =>
  page.locator(`#content a[href="${pathOf(path)}"]`).first()
const card = (page: Page) => page.locator('#link-card:popover-open')
const cardRequests = (requests: string[]) => requests.filter((url) => url.includes('/_cards'))

test('a card appears at a link under the mouse, stays under it, and is asked for once', async () => {
  const { page, requests, problems } = await visits.share()
  await page.goto('/techniques')
  expect(cardRequests(requests)).toEqual([])
  await linkTo(page, '/kindle').hover()
  await card(page).getByText('Give oil away.').hover()
  await page.mouse.move(2, 2)
  await card(page).waitFor({ state: 'hidden' })
  await linkTo(page, '/kindle').hover()
  await card(page).getByRole('link', { name: 'Kindle' }).click()
  await page.waitForURL(`**${pathOf('/kindle')}`)
  await card(page).waitFor({ state: 'hidden' })
  expect(cardRequests(requests)).toHaveLength(1)
  expect(problems).toEqual([])
})

test('a card that the site could not send is asked for again, and one that is older than five minutes', async () => {
  const { page } = await visits.start()
  await page.clock.install()
  await page.goto('/techniques')
  await page.route('**/_cards/**', (route) => route.fulfill({ status: 503 }))
  const isAsked = page.waitForRequest('**/_cards/**').then(() => true)
  const menu = page.locator('.page-menu')
  await menu.locator('summary').press('Enter')
  await linkTo(page, '/kindle').hover()
  // The pause before a card begins when the script has been loaded.
  await expect
    .poll(async () => (await page.clock.runFor(1000), Promise.race([isAsked, false])))
    .toBe(true)
  // Escape is not for a card that is not shown.
  await page.keyboard.press('Escape')
  expect(await menu.getAttribute('open')).toBeNull()
  await page.unroute('**/_cards/**')
  const comeAgain = async () => {
    await page.mouse.move(2, 2)
    await page.clock.runFor(1000)
    await linkTo(page, '/kindle').hover()
    await page.clock.runFor(1000)
    await card(page).waitFor()
  }
  await comeAgain()
  await page.clock.fastForward(6 * 60_000)
  await Promise.all([page.waitForRequest('**/_cards/**'), comeAgain()])

  // The card of a link that the pointer has left does not take the place of the next one.
  let send = () => {}
  const isSent = new Promise<void>((done) => (send = done))
  await page.route('**/_cards/wick-flare.html', (route) => isSent.then(() => route.continue()))
  const isHeld = page.waitForRequest('**/_cards/wick-flare.html')
  await linkTo(page, '/wick-flare').hover()
  await page.clock.runFor(1000)
  const held = await isHeld
  await comeAgain()
  send()
  await (await held.response())?.finished()
  await nextFrame(page)
  expect(await card(page).innerText()).toContain('Give oil away.')
})

test('the keyboard opens a card that describes the link, and Escape and back close it', async () => {
  const { page } = await visits.share()
  await page.goto('/techniques')
  const link = linkTo(page, '/kindle')
  await page.keyboard.press('Tab')
  await link.focus()
  await card(page).waitFor()
  const description = await link.getAttribute('aria-describedby')
  await expect(page.locator(`#${description}`).textContent()).resolves.toContain('Give oil away.')
  await page.keyboard.press('Escape')
  await card(page).waitFor({ state: 'hidden' })
  expect(await link.getAttribute('aria-describedby')).toBeNull()
  expect(await link.evaluate((element) => element === document.activeElement)).toBe(true)
  const comeAgain = async () => {
    await link.blur()
    await link.focus()
    await card(page).waitFor()
  }
  await comeAgain()
  await page.evaluate(() => scrollBy(0, 1))
  await card(page).waitFor({ state: 'hidden' })
  // A low window, as of a page that is enlarged: the card itself scrolls.
  await page.setViewportSize({ width: 1440, height: 160 })
  await comeAgain()
  await card(page).evaluate((box) => box.scrollBy({ top: 9, behavior: 'instant' }))
  await nextFrame(page)
  expect(await card(page).evaluate((box) => box.scrollTop)).toBe(9)
  await page.evaluate(() => {
    history.pushState(null, '')
    history.back()
  })
  await card(page).waitFor({ state: 'hidden' })
})

test('a long press shows the card with a link instead of following the link', async () => {
  const { page } = await visits.start(phone)
  await page.goto('/get-started')
  const link = linkTo(page, '/your-first-evening')
  await link.scrollIntoViewIfNeeded()
  const place = await link.boundingBox()
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints })
  await touch('touchStart', [{ x: (place?.x ?? 0) + 10, y: (place?.y ?? 0) + 8 }])
  await card(page).waitFor()
  await touch('touchEnd', [])
  expect(new URL(page.url()).pathname).toBe(pathOf('/get-started'))
  await card(page).getByRole('link').tap()
  await page.waitForURL(`**${pathOf('/your-first-evening')}`)
})

test('a finger that moves opens no card, and a long press no menu of the browser', async () => {
  const { page, requests } = await visits.start(phone)
  await page.clock.install()
  await page.goto('/techniques')
  const touch = { pointerType: 'touch', clientX: 40, clientY: 40 }
  const pressed = linkTo(page, '/kindle')
  // The first touch loads the script, and is over by then.
  await linkTo(page, '/wick-flare').evaluate((link, at) => {
    for (const type of ['pointerdown', 'pointerup'])
      link.dispatchEvent(new PointerEvent(type, { ...at, bubbles: true }))
  }, touch)
  await page.locator('.with-link-cards').waitFor()
  await page.clock.runFor(1000)
  await linkTo(page, '/wick-flare').evaluate((link, at) => {
    const options = { ...at, bubbles: true }
    link.dispatchEvent(new PointerEvent('pointerdown', options))
    link.dispatchEvent(new PointerEvent('pointermove', { ...options, clientX: at.clientX + 12 }))
  }, touch)
  await page.clock.runFor(1000)
  const hasMenu = await pressed.evaluate((link, at) => {
    const options = { ...at, bubbles: true, cancelable: true }
    link.dispatchEvent(new PointerEvent('pointerdown', options))
    return link.dispatchEvent(new PointerEvent('contextmenu', options))
  }, touch)
  expect(hasMenu).toBe(false)
  await card(page).waitFor()
  expect(cardRequests(requests).map((url) => new URL(url).pathname)).toEqual([
    '/_cards/kindle.html'
  ])
})

test.each([
  ['a card', false, 1],
  ['nothing, where data is to be saved', true, 0]
])('a link under the mouse asks for %s', async (_what, saveData, times) => {
  const { page, requests } = await visits.start()
  await page.clock.install()
  await page.addInitScript((saves) => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: saves } })
  }, saveData)
  await page.goto('/techniques')
  await linkTo(page, '/kindle').hover()
  const script = requests.filter((url) => /\/link-cards-[^/]*\.js/.test(url))
  expect(script).toHaveLength(times)
  const asked = async () => {
    await page.clock.runFor(1000)
    return cardRequests(requests).length
  }
  await expect.poll(asked).toBe(times)
})
