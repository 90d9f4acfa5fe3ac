import { expect, test } from 'vitest'

import { asset, attachment, picture } from '../../support/sites/file-site.ts'
import { ownClasses, words } from '../../support/sites/rendered.ts'
import { openSite } from '../../support/sites/site.ts'
import {
  HOME,
  collection,
  row,
  view,
  withCollections
} from '../../support/workspaces/collection-records.ts'

const plan = attachment(20, 'plan.pdf')
const lamp = attachment(21, 'lamp.png')
const bell = attachment(22, 'bell.png')

const fileOf = (source: string) => [source.split(':')[2], [['a', source]]]
const files = (...sources: string[]) =>
  sources.flatMap((source, index) => [...(index > 0 ? [[',']] : []), fileOf(source)])

test('a card has the first picture of its property as cover, and lists the files beside it', async () => {
  const format = {
    gallery_cover: { type: 'property', property: 'f' },
    gallery_properties: [{ property: 'f', visible: true }]
  }
  const { app } = await openSite({
    workspace: withCollections(
      { collection_id: HOME },
      {
        collections: [collection(HOME, 'Lamps', { f: { name: 'Files', type: 'file' } })],
        views: [view(511, { type: 'gallery', format })],
        blocks: [[lamp], [plan, lamp], [lamp, bell], [plan]].map((sources, index) =>
          row(520 + index, HOME, { f: files(...sources) })
        )
      }
    ),
    assets: new Map([
      [lamp, asset(await picture(1))],
      [bell, asset(await picture(2))],
      [plan, asset(Buffer.from('%PDF-1.4'))]
    ])
  })
  const { body } = await app.inject('/')
  const cards = ownClasses(body).match(/<article class="row-card">.*?<\/article>/gs) ?? []
  const shown = cards.map((card) => {
    const [cover = ''] = /<div class="row-card-cover">.*?<\/div>/s.exec(card) ?? []
    const names = (html: string) =>
      [...html.matchAll(/<img[^>]* src="[^"]*%3A(\w+\.\w+)\?/g)].map(([, name]) => name)
    const listed = card.replace(cover, '')
    return [names(cover), names(listed), words(listed)]
  })
  expect(shown).toEqual([
    [['lamp.png'], [], 'Row 520'],
    [['lamp.png'], ['lamp.png'], 'Row 521Filesplan.pdf'],
    [['lamp.png'], ['lamp.png', 'bell.png'], 'Row 522Files'],
    [[], [], 'Row 523Filesplan.pdf']
  ])
})
