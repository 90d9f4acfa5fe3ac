import type { Block } from 'notion-types'
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
import { record, testId, textBlock } from '../../support/workspaces/records.ts'

const plan = attachment(20, 'plan.pdf')
const lamp = attachment(21, 'lamp.png')
const bell = attachment(22, 'bell.png')

/** The names of the pictures in HTML. */
const names = (html: string) =>
  [...html.matchAll(/<img[^>]* src="[^"]*%3A(\w+\.\w+)\?/g)].map(([, name]) => name)

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

test('a card has the first picture of its page as cover', async () => {
  const content = [testId(530), testId(531), testId(532)]
  const image = (number: number, source: string) =>
    record(number, { type: 'image', parent_id: testId(520), properties: { source: [[source]] } })
  const { app } = await openSite({
    workspace: withCollections(
      { collection_id: HOME },
      {
        collections: [collection(HOME, 'Lamps')],
        views: [
          view(511, { type: 'gallery', format: { gallery_cover: { type: 'page_content' } } })
        ],
        blocks: [
          { ...row(520, HOME), content } as Block,
          textBlock(530, 'A lamp.', { parent_id: testId(520) }),
          image(532, bell),
          image(531, lamp)
        ]
      }
    ),
    assets: new Map([
      [lamp, asset(await picture(1))],
      [bell, asset(await picture(2))]
    ])
  })
  expect(names((await app.inject('/')).body)).toEqual(['lamp.png'])
})
