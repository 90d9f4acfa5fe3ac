import { expect, onTestFinished, test } from 'vitest'

import { desktop, sharedBrowser, visit } from '../../support/browser/browser.ts'
import { hosted, pathOf } from '../../support/browser/hosting.ts'
import { openSite } from '../../support/sites/site.ts'
import { pageBlock, record, testId, workspaceOf } from '../../support/workspaces/records.ts'

test('the title of a page link is underlined, not its icon, and so is a page mentioned beside it', async () => {
  const workspace = workspaceOf(
    [testId(2), testId(3)],
    [
      pageBlock(2, 'Lamp', { format: { page_icon: '🏮' } }),
      record(3, {
        type: 'alias',
        format: { alias_pointer: { id: testId(2), table: 'block' } },
        properties: { title: [['like '], ['‣', [['p', testId(2)]]]] }
      })
    ]
  )
  const baseURL = await hosted(await openSite({ workspace }))
  const { page, close } = await visit(await sharedBrowser(), { ...desktop, baseURL })
  onTestFinished(close)
  await page.goto(pathOf('/'))
  const underlined = await page.locator('.page-link a').evaluateAll((all) =>
    all.map((link) => {
      const isUnderlined = (part: Element) => {
        const { textDecorationLine, textDecorationColor } = getComputedStyle(part)
        return textDecorationLine === 'underline' && textDecorationColor !== 'rgba(0, 0, 0, 0)'
      }
      return [link, ...link.children].map(isUnderlined)
    })
  )
  // The link with all in it, the icon, and the title, which is a text of its own only in a page link.
  expect(underlined).toEqual([
    [false, false, true],
    [false, false, true],
    [true, false]
  ])
})
