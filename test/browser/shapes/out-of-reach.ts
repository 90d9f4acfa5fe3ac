import type { Page } from 'playwright-core'

import { stickingOut } from '../../support/browser/browser.ts'

/** What readers do not reach: what is cut off at the edge of the window, and `hiddenParts`. */
export async function outOfReach(page: Page): Promise<string[]> {
  return [...(await stickingOut(page)), ...(await hiddenParts(page))]
}

/** Boxes that scroll sideways and that a keyboard cannot reach, and cells whose text covers the next one. */
function hiddenParts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isWide = (part: Element) => part.scrollWidth > part.clientWidth
    const canScroll = (part: Element) =>
      /auto|scroll/.test(getComputedStyle(part).overflowX) && isWide(part)
    const takesFocus = (part: Element) =>
      part.matches('[tabindex="0"]') ||
      part.querySelector('a[href], button, [tabindex="0"]') !== null
    const parts = [...document.querySelectorAll('main *')]
    const boxes = parts.filter((part) => canScroll(part) && !takesFocus(part))
    const cells = [...document.querySelectorAll('main :is(th, td):not(.cut)')].filter(isWide)
    return [...boxes, ...cells].map(({ outerHTML }) => outerHTML.slice(0, 200))
  })
}
