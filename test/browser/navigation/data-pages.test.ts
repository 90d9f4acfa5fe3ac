import { expect, test } from 'vitest'

import { phone, stickingOut } from '../../support/browser/browser.ts'
import { SampleVisits, link, stays } from '../../support/browser/sample-visits.ts'

const visits = new SampleVisits()

test('data is browsed without script on a phone: a condition, a facet, a row', async () => {
  const { page, problems } = await visits.start({ ...phone, javaScriptEnabled: false })
  await page.goto('/_data')
  await link(page, '/_data/techniques').click()
  await page.locator('.data-conditions summary').click()
  await page.getByLabel('Column').selectOption('oil_cost')
  await page.getByLabel('Comparison').selectOption('is at least')
  await page.getByLabel('Value').fill('40')
  await page.getByRole('button', { name: 'Add' }).click()
  await page.waitForURL('**/_data/techniques?oil_cost__gte=40')
  await link(page, '/_data/techniques?oil_cost__gte=40&_facet=grade').click()
  await page.locator('.data-facets li a').first().click()
  await page.waitForURL('**/_data/techniques?grade__exact=*&oil_cost__gte=40&_facet=grade')
  expect(await stickingOut(page)).toEqual([])
  await page.locator('.table-box tbody a').first().click()
  await page.locator('.data-values').waitFor()
  expect(problems).toEqual([])
})

test('data is browsed by keyboard', async () => {
  const { page } = await visits.share()
  await page.goto('/_data/techniques')
  await page.locator('.data-conditions summary').focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.type('grade')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Ember')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/_data/techniques?grade__exact=Ember')
  await page.locator('.table-box thead a').first().focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/_data/techniques?grade__exact=Ember&_sort=path')
})

test('the menu of a page leads to its data, which the browser loads', async () => {
  const { page } = await visits.openNavigation('/techniques')
  await page.locator('.page-menu > summary').click()
  await page.getByRole('link', { name: 'Data of this page' }).click()
  await page.waitForURL('**/_data/pages/*')
  expect(await stays(page)).toBe(false)
  expect(await page.locator('h1').textContent()).toBe('Techniques')
  await page.getByRole('link', { name: 'The page on the site' }).click()
  await page.waitForURL('**/techniques')
})
