import { expect, test } from 'vitest'

import { asset, attachment } from '../../support/sites/file-site.ts'
import { photograph } from '../../support/sites/picture-site.ts'
import { pageBlock, workspaceOf } from '../../support/workspaces/records.ts'
import { openSite } from '../../support/sites/site.ts'

const drawing = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8H0z"/></svg>'
)

test('results show icons: emoji as text, pictures from the mirror in a small size', async () => {
  const pictures = { drawing, photo: await photograph(200, 200) }
  const names = ['drawing', 'photo', 'gone'] as const
  const sources = names.map((name, index) => attachment(30 + index, name))
  const icons = ['🏮', ...sources, undefined]
  const wicks = icons.map((icon, index) =>
    pageBlock(
      10 + index,
      `Wick ${index}`,
      icon === undefined ? {} : { format: { page_icon: icon } }
    )
  )
  const assets = new Map(
    Object.values(pictures).map((bytes, index) => [sources[index] ?? '', asset(bytes)])
  )
  const workspace = workspaceOf(
    wicks.map(({ id }) => id),
    wicks
  )
  const { app } = await openSite({ workspace, assets })
  const reply = await app.inject('/api/search-notion?query=wick')
  const { results } = reply.json<{ results: { title: string; icon: string | null }[] }>()
  const shown = results
    .toSorted((one, other) => one.title.localeCompare(other.title))
    .map(({ icon }) => icon)
  expect([shown[0], ...shown.slice(3)]).toEqual(['🏮', null, null])
  const types = await Promise.all(
    shown
      .slice(1, 3)
      .map(async (address) => (await app.inject(address ?? '')).headers['content-type'])
  )
  expect(types).toEqual(['image/svg+xml', 'image/webp'])
  const html = (await app.inject('/search?q=wick')).body
  for (const address of shown.slice(1, 3)) {
    expect(html).toContain(`<img src="${address?.replaceAll('&', '&amp;')}"`)
  }
  expect(html).toContain('<span class="icon" aria-hidden="true">🏮</span>')
  expect(reply.body).not.toMatch(/"page_icon":"[^🏮]/u)
})
