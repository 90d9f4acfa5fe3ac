import { expect, test } from 'vitest'

import { desktop, layoutShifts, phone } from '../support/browser/browser.ts'
import { pathOf } from '../support/browser/hosting.ts'
import { SampleVisits } from '../support/browser/sample-visits.ts'

const visits = new SampleVisits()

const copying = { ...desktop, permissions: ['clipboard-read', 'clipboard-write'] }

async function openPage(path: string, visitor = visits.share(copying)) {
  const { page, problems } = await visitor
  await page.goto(path)
  return { page, problems }
}

test('each command has a button that copies it, also in a view that is shown later', async () => {
  const { page, problems } = await openPage('/commands')
  const buttons = page.locator('.collection .copy-command')
  await buttons.first().waitFor({ state: 'attached' })
  await page.locator('.view-tabs a', { hasText: 'For every player' }).click()
  await page.locator('.view-tabs a[aria-current]', { hasText: 'For every player' }).waitFor()
  await buttons.first().waitFor({ state: 'attached' })
  expect(await buttons.count()).toBe(await page.locator('.collection code.command').count())
  expect(problems).toEqual([])
})

test('tabs work by keyboard, and one panel is shown at a time, on paper all', async () => {
  const { page, problems } = await openPage('/tables-and-tabs')
  const shown = () => page.locator('[role=tabpanel]:visible .tab-content').allInnerTexts()
  expect((await shown()).map((text) => text.trim().split('\n')[0])).toEqual([
    'Put the file into the folder.'
  ])
  await page.getByRole('tab', { name: 'By hand' }).focus()
  await page.keyboard.press('ArrowLeft')
  expect(await shown()).toEqual(['There is no third way.'])
  const selected = page.locator('[role=tab][aria-selected=true]')
  await page.keyboard.press('ArrowRight')
  expect(await selected.innerText()).toBe('By hand')
  await page.keyboard.press('End')
  expect(await selected.innerText()).toBe('Tab 3')
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowRight')
  expect(await selected.innerText()).toBe('On a server')
  // Find in page reaches the others.
  expect(await page.locator('[role=tabpanel][hidden=until-found]').count()).toBe(2)
  await page.emulateMedia({ media: 'print' })
  expect((await shown()).map(Boolean)).toEqual([true, true, true])
  expect(await page.getByText('Tab 3', { exact: true }).filter({ visible: true }).count()).toBe(1)
  await page.emulateMedia({ media: null })
  expect(problems).toEqual([])
})

test('a fragment with the former name of a heading opens its tab', async () => {
  const { page } = await openPage('/tables-and-tabs')
  await page.getByRole('tab', { name: 'On a server' }).waitFor()
  await page.evaluate(() => {
    const heading = document.createElement('h2')
    heading.id = 'present-name-0000abcd'
    document.querySelector('.tab-panel[hidden] .tab-content')?.append(heading)
    location.assign('#former-name-0000abcd')
  })
  await page.locator('[role=tab][aria-selected=true]', { hasText: 'On a server' }).waitFor()
})

test('arrow keys with a modifier key are left to the browser', async () => {
  const { page } = await openPage('/tables-and-tabs')
  await page.getByRole('tab', { name: 'By hand' }).focus()
  for (const key of ['Alt', 'Control', 'Meta']) {
    const isTaken = await page.evaluate((modifier) => {
      const event = new KeyboardEvent('keydown', {
        key: 'ArrowRight',
        bubbles: true,
        cancelable: true,
        [`${modifier}Key`]: true
      })
      document.activeElement?.dispatchEvent(event)
      return event.defaultPrevented
    }, key.replace('Control', 'Ctrl').toLowerCase())
    expect(isTaken, key).toBe(false)
  }
  expect(await page.locator('[role=tab][aria-selected=true]').innerText()).toBe('By hand')
})

test('without script every tab panel is shown under its label', async () => {
  const { page } = await openPage(
    '/tables-and-tabs',
    visits.start({ ...desktop, javaScriptEnabled: false })
  )
  for (const text of ['By hand', 'On a server', 'Tab 3', 'There is no third way.']) {
    expect(await page.getByText(text, { exact: true }).isVisible(), text).toBe(true)
  }
  expect(await page.locator('.copy-code').count()).toBe(0)
})

test('tabs and copy buttons cause no layout shift', async () => {
  const { page } = await openPage('/tables-and-tabs', visits.start())
  await page.locator('.copy-code').first().waitFor({ state: 'attached' })
  expect(await layoutShifts(page)).toEqual([])
})

test('a button copies the original code', async () => {
  const { page } = await openPage('/code-and-formulas')
  const figure = page.locator('.code', { hasText: 'Bash' })
  await figure.getByRole('button', { name: 'Copy' }).click()
  await figure.getByRole('button', { name: 'Copied' }).waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    'for world in worlds/*; do\n  cp hollow.zip "$world/datapacks/" # every world\ndone'
  )
})

test('long lines of code, which scroll on a screen, are broken on paper', async () => {
  const { page } = await openPage(
    '/code-and-formulas',
    visits.start({ viewport: { width: 700, height: 1000 } })
  )
  const wide = () =>
    page
      .locator('.code pre')
      .evaluateAll((all) => all.filter((it) => it.scrollWidth > it.clientWidth).length)
  expect(await wide()).toBeGreaterThan(0)
  await page.emulateMedia({ media: 'print' })
  expect(await wide()).toBe(0)
})

test('on paper what is done is ticked, where browsers leave out backgrounds, and what is folded is shown', async () => {
  const { page } = await openPage('/lists-and-boxes')
  await page.emulateMedia({ media: 'print' })
  const tick = page.locator('.check.checked').first()
  expect(
    await tick.evaluate((it) =>
      [null, '::after'].map((part) => getComputedStyle(it, part).printColorAdjust)
    )
  ).toEqual(['exact', 'exact'])
  const folded = page.locator('.content .toggle-body')
  const shown = await folded.evaluateAll((all) => all.map((it) => it.checkVisibility()))
  expect(new Set(shown)).toEqual(new Set([true]))
  await page.emulateMedia({ media: null })
})

test('on paper no table is cut off, and what only works on a screen is left out', async () => {
  const { page } = await visits.start({ viewport: { width: 500, height: 900 } })
  // A printed page is laid out without its scripts.
  await page.addInitScript(() => {
    ResizeObserver.prototype.observe = () => {}
  })
  await page.goto('/techniques')
  await page.locator('.view-tools').waitFor()
  const cut = () =>
    page.locator('.table-box').evaluateAll(
      (boxes) =>
        boxes.filter((box) => {
          const cell = box.querySelector('tbody tr > :first-child') ?? box
          const isSticky = getComputedStyle(cell).position === 'sticky'
          return isSticky || getComputedStyle(box).overflowX !== 'visible'
        }).length
    )
  expect(await cut()).toBe(1)
  await page.emulateMedia({ media: 'print' })
  expect(await cut()).toBe(0)
  const onScreen = '.view-tools, .view-tabs, .page-menu, .site-panel, .neighbours, .copy-command'
  expect(await page.locator(onScreen).filter({ visible: true }).count()).toBe(0)
})

test('on paper a link has its address, unless this is its text', async () => {
  const { page } = await openPage('/lantern-evenings')
  await page.emulateMedia({ media: 'print' })
  const added = (link: string) =>
    page
      .locator(link)
      .first()
      .evaluate((it) => getComputedStyle(it, '::after').content)
  expect(await added('.cell-url > a')).not.toContain('(')
  await page.goto('/words-and-marks')
  expect(await added('.content p > a[href^=http]')).toContain('(')
  await page.emulateMedia({ media: null })
})

test('copied text has neither the signs of links to headings nor the names of buttons', async () => {
  const { page } = await openPage('/code-and-formulas', visits.start(copying))
  await page.locator('.copy-code').first().waitFor()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+c')
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toContain('Tools around it')
  expect(copied).not.toMatch(/^(#|Copy)$/m)
})

test('a command in a text can be copied by keyboard, and its button moves nothing', async () => {
  const { page, problems } = await openPage('/words-and-marks', visits.start(copying))
  const button = page.getByRole('button', { name: /^Copy \// }).first()
  const command = (await button.getAttribute('aria-label'))?.slice('Copy '.length)
  expect(await layoutShifts(page)).toEqual([])
  await button.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(command)
  await page.getByRole('button', { name: `Copy ${command}` }).waitFor()
  // If the browser refuses, it is selected for copying by hand.
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))
  })
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate(() => String(getSelection()))).toBe(command)
  expect(problems).toEqual([])
})

test('Escape hides the card of a mentioned link until the pointer comes again, also in rows that are shown later', async () => {
  const { page } = await openPage('/commands')
  await page.evaluate(async (path) => {
    const html = await (await fetch(path)).text()
    const mention = new DOMParser()
      .parseFromString(html, 'text/html')
      .querySelector('.link-mention')
    document.querySelector('main .content')?.prepend(mention ?? '')
  }, pathOf('/words-and-marks'))
  const link = page.locator('.link-mention').getByRole('link', { name: 'Known problems' })
  const card = page.getByText('What players have reported')
  await link.hover()
  await card.waitFor({ state: 'visible' })
  await page.keyboard.press('Escape')
  await card.waitFor({ state: 'hidden' })
  await page.mouse.move(0, 0)
  await link.hover()
  await card.waitFor({ state: 'visible' })
})

test.each(['/code-and-formulas', '/words-and-marks', '/lantern-step'])(
  'on a phone, nothing that can be copied or followed on %s stays below the search button',
  async (path) => {
    const { page } = await openPage(path, visits.share(phone))
    await page.locator('.search-button').waitFor()
    const found = await page.evaluate(() => {
      const controls = '.copy-code, .copy-command, a.tag'
      const parts = [...document.querySelectorAll(`${controls}, .content .tag, .content code`)]
      const shown = parts.filter((part) => part.checkVisibility())
      const button = document.querySelector('.search-button')?.getBoundingClientRect()
      const covered = shown.filter((part) => {
        // As the keyboard brings them into view; a text is where the reader stops.
        const places = part.matches(controls) ? (['start', 'end'] as const) : (['center'] as const)
        return places.some((block) => {
          part.scrollIntoView({ block, behavior: 'instant' })
          const { left, right, top, bottom } = part.getBoundingClientRect()
          const isBeside = !button || left >= button.right || right <= button.left
          return !(isBeside || top >= button.bottom || bottom <= button.top)
        })
      })
      return { count: shown.length, covered: covered.map((part) => part.outerHTML) }
    })
    expect(found.count).toBeGreaterThan(0)
    expect(found.covered).toEqual([])
  }
)

test('a Japanese title breaks between its phrases', async () => {
  const { page } = await openPage('/words-and-marks', visits.share(phone))
  const lines = await page.locator('h1').evaluate((heading: HTMLElement) => {
    heading.lang = 'ja'
    heading.textContent = 'あなたに寄り添う最先端のテクノロジー'
    const range = document.createRange()
    const [letters] = heading.childNodes
    const found = new Map<number, string>()
    for (const [at, letter] of [...heading.textContent].entries()) {
      range.setStart(letters as Text, at)
      range.setEnd(letters as Text, at + 1)
      const { top } = range.getBoundingClientRect()
      found.set(top, (found.get(top) ?? '') + letter)
    }
    return [...found.values()]
  })
  expect(lines).toEqual(['あなたに寄り添う', '最先端のテクノロジー'])
})
