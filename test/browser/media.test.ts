import { expect, test } from 'vitest'

import { type Visit, desktop, layoutShifts, nextFrame, phone } from '../support/browser/browser.ts'
import { pathOf } from '../support/browser/hosting.ts'
import { isStatic } from '../support/browser/needs-server.ts'
import { SampleVisits } from '../support/browser/sample-visits.ts'

const PICTURES = '/pictures'
const MEDIA = '/films-files-and-other-sites'

const visits = new SampleVisits()

/** Intercepts and answers requests to other hosts. */
async function standInForOthers({ page }: Visit) {
  await page.route(
    (url) => url.origin !== visits.address,
    (route) => route.fulfill({ contentType: 'text/html', body: '<title>A film</title>' })
  )
}

test('no other site is contacted before a visitor opens an embed, and then only that one, in a frame with minimal rights', async () => {
  const visitor = await visits.share()
  const { page, requests, problems } = visitor
  await standInForOthers(visitor)
  const others = () => requests.filter((url) => !url.startsWith(visits.address))

  await page.goto(MEDIA, { waitUntil: 'networkidle' })
  await page.locator('.site-footer').scrollIntoViewIfNeeded()
  await page.waitForLoadState('networkidle')
  expect(others()).toEqual([])
  expect(await page.locator('iframe').count()).toBe(0)

  await page.getByRole('button', { name: 'Load from www.youtube-nocookie.com' }).click()
  await page.frameLocator('iframe').locator('html').waitFor({ state: 'attached' })
  expect(others()).toEqual(['https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ'])
  expect(problems).toEqual([])

  await page.getByRole('button', { name: 'Load from player.vimeo.com' }).press('Enter')
  const frame = page.locator('iframe').nth(1)
  expect(await frame.getAttribute('sandbox')).toBe(
    'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-presentation'
  )
  expect(await frame.getAttribute('title')).toBe('Vimeo')
  expect(await frame.evaluate((it) => it === document.activeElement)).toBe(true)
  // Players refuse pages that name no site.
  expect(await frame.getAttribute('referrerpolicy')).toBe('strict-origin-when-cross-origin')
  const box = await frame.boundingBox()
  expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(16 / 9, 1)
})

test('the content security policy blocks frames of other sites, also from scripts', async () => {
  const visitor = await visits.share()
  await standInForOthers(visitor)
  await visitor.page.goto(MEDIA)
  await visitor.page.evaluate(() => {
    const frame = document.createElement('iframe')
    frame.src = 'https://www.youtube-nocookie.com.evil.example/embed/a'
    document.body.append(frame)
  })
  await expect.poll(() => visitor.problems.join()).toContain('frame-src')
})

test('a document is embedded on request; without a viewer there is a link', async () => {
  const { page, problems, requests } = await visits.share()
  await page.goto(MEDIA, { waitUntil: 'networkidle' })
  const documents = () => requests.filter((url) => url.includes('.pdf'))
  expect(documents()).toEqual([])
  await page.getByRole('button', { name: 'Show here' }).click()
  const shown = page.locator('object[type="application/pdf"]')
  expect(await shown.getAttribute('data')).toMatch(
    isStatic ? /^\/_files\/pdf\/.*\.pdf/ : /^\/image\/attachment.*first-evening\.pdf/
  )
  // The test browser has no PDF viewer.
  await expect.poll(() => shown.innerText()).toContain('the link above')
  expect(await shown.evaluate((it) => it === document.activeElement)).toBe(true)
  expect(problems).toEqual([])
})

test('without script media are links, and no button without effect is shown', async () => {
  const { page } = await visits.start({ ...desktop, javaScriptEnabled: false })
  await page.goto(MEDIA)
  expect(await page.getByRole('button', { name: /^Load|^Show/ }).count()).toBe(0)
  const link = page.locator('.embed a').first()
  expect(await link.getAttribute('href')).toBe('https://www.youtube.com/watch?v=aqz-KE-bpKQ')
  await page.goto(PICTURES)
  await page.locator('a.full-view').first().click()
  expect(page.url()).toContain(isStatic ? '/_files/' : '/image/')
})

test('the lightbox opens and closes by keyboard and returns the focus', async () => {
  const { page, problems } = await visits.share()
  await page.goto(PICTURES)
  const link = page.locator('a.full-view').first()
  await link.focus()
  await page.keyboard.press('Enter')

  const dialog = page.getByRole('dialog', { name: /A row of lamps/ })
  await dialog.waitFor()
  const picture = dialog.locator('img')
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1920)

  await page.keyboard.press('Escape')
  await page.locator('dialog.full-view-dialog').waitFor({ state: 'detached' })
  expect(await link.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(new URL(page.url()).pathname).toBe(pathOf(PICTURES))
  expect(problems).toEqual([])
})

test('the lightbox has the pictures before and after, and announces the place of each', async () => {
  const { page, problems } = await visits.share()
  await page.goto(PICTURES)
  const count = await page.locator('a.full-view').count()
  expect(count).toBeGreaterThan(2)
  const [tab] = await Promise.all([
    page.context().waitForEvent('page'),
    page
      .locator('a.full-view')
      .first()
      .click({ modifiers: ['Control'] })
  ])
  await tab.close()
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page.locator('a.full-view').first().click()
  const dialog = page.getByRole('dialog')
  const place = dialog.getByRole('status')
  const source = () => dialog.locator('img').getAttribute('src')
  const first = await source()
  expect(await place.innerText()).toBe(`1 of ${count}`)
  await page.keyboard.press('ArrowRight')
  expect(await place.innerText()).toBe(`2 of ${count}`)
  expect(await source()).not.toBe(first)
  await dialog.getByRole('button', { name: 'Previous' }).click()
  expect(await source()).toBe(first)
  await page.keyboard.press('ArrowLeft')
  expect(await place.innerText()).toBe(`${count} of ${count}`)
  await dialog.getByRole('button', { name: 'Next' }).click()
  expect(await dialog.locator('img').count()).toBe(1)
  // Browsers go back and forward by these keys.
  await page.keyboard.press('Control+ArrowRight')
  expect(await source()).toBe(first)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect(problems).toEqual([])
})

test.each([
  ['phone', phone, 640],
  ['desktop', desktop, 1280]
])('on a %s a picture is loaded no larger than it is shown', async (_name, device, width) => {
  const { page } = await visits.start({ ...device, deviceScaleFactor: 1 })
  await page.goto(PICTURES)
  const picture = page.locator('.image.wide img')
  await picture.evaluate((img: HTMLImageElement) => img.decode())
  const source = await picture.evaluate((img: HTMLImageElement) => img.currentSrc)
  const { pathname, searchParams } = new URL(source)
  const named = [searchParams.get('w'), searchParams.get('f')]
  const shown = isStatic ? /-(\d+)\.(\w+)$/.exec(pathname)?.slice(1) : named
  expect(shown).toEqual([String(width), 'avif'])
})

test('pixel icons have the rim that they need in each theme', async () => {
  const { page } = await visits.share()
  await page.goto('/')
  const icon = page.locator('img.page-icon').first()
  const filter = () => icon.evaluate((it) => getComputedStyle(it).filter)
  await expect.poll(filter).toMatch(/rgba\(0, 0, 0, 0\)/)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(filter).toMatch(/rgba\(255, 255, 255, 0\.6\)/)
})

test('video and audio of the mirror can be played and seeked', async () => {
  const { page, problems } = await visits.share()
  await page.goto(MEDIA)
  const states = () =>
    page.$$eval('video, audio', (players) =>
      players.map((player) => (player as HTMLMediaElement).readyState > 0)
    )
  await expect.poll(states).toEqual([true, true])
  const sound = page.locator('audio')
  const wound = await sound.evaluate(async (player: HTMLAudioElement) => {
    player.currentTime = 1.5
    await new Promise((resolve) => player.addEventListener('seeked', resolve))
    return player.currentTime
  })
  expect(wound).toBeCloseTo(1.5)
  expect(problems).toEqual([])
})

test.each([
  [390, PICTURES],
  [390, MEDIA],
  [1280, PICTURES],
  [1280, MEDIA]
])('at %i pixels the layout of %s does not shift while it loads', async (width, path) => {
  const { page } = await visits.share({ viewport: { width, height: 844 } })
  await page.goto(path, { waitUntil: 'networkidle' })
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  for (let y = 0; y < height; y += 600) {
    await page.mouse.wheel(0, 600)
    await nextFrame(page)
  }
  await page.waitForLoadState('networkidle')
  expect(await layoutShifts(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(height)
})
