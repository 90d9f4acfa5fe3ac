import { h2, page, text } from '../../../demo/builder/blocks.ts'
import { buildWorkspace } from '../../../demo/builder/build-workspace.ts'
import { collection, collectionPage, row } from '../../../demo/builder/collection.ts'
import { pageId } from '../../../demo/builder/record-ids.ts'
import { ROOT_ID, testId } from '../workspaces/records.ts'

/** A title with markup that also resembles a highlight marker of search results. */
export const hostileTitle = '<img src=x onerror=alert(1)> & "wick" </gzkNfoUU>'

export const guideId = pageId('Guide')
export const excludedId = pageId('Kept back')

const wiki: Omit<Parameters<typeof buildWorkspace>[0], 'root'> = {
  rootPageId: ROOT_ID,
  spaceId: testId(0),
  accounts: [{ key: 'wiki', name: ['Wiki', ''], email: 'wiki@wiki.example', avatar: '' }]
}

const lamp = (title: string, place: 'Shrine' | 'Road', words: string) =>
  row(title, { properties: { Place: place } }, [text(words)])

/** Pages that contain "wick": rows with tags, a sub-page, one with markup, one excluded page. */
export function searchWorkspace() {
  const lamps = collection({
    key: 'Lamps',
    name: 'Lamps',
    schema: { Place: { type: 'select', options: { Shrine: 'green', Road: 'gray' } } },
    views: [{ type: 'table', name: 'All', show: ['Place'] }],
    rows: [
      lamp('Shrine lamp', 'Shrine', 'Its wick never burns down.'),
      lamp('Road lamp', 'Road', 'Bring a wick of your own.'),
      lamp('Gate lamp', 'Road', 'It stands in the wind.')
    ]
  })
  return buildWorkspace({
    ...wiki,
    root: page('Home', {}, [
      collectionPage(lamps, {}),
      page('Guide', { icon: '🏮' }, [
        text('How to keep a light.'),
        h2('At dusk'),
        text('Trim the wick before you light the brass lantern.'),
        page('Snuffers', { key: 'Snuffers' }, [text('A snuffer puts a wick out without smoke.')])
      ]),
      page(hostileTitle, { key: 'Hostile' }, [text('<b>wick</b> </gzkNfoUU><script>')]),
      page('Kept back', {}, [
        text('A wick nobody knows of: zorblax.'),
        page('Below it', { key: 'Below it' }, [text('Another wick.')])
      ])
    ])
  })
}

/** Rows with one common word in their titles, two thirds of them with a tag. */
export function candleWorkspace(count: number) {
  const candles = collection({
    key: 'Stock',
    name: 'Stock',
    schema: { Wax: { type: 'select', options: { Bees: 'yellow', Palm: 'green' } } },
    views: [{ type: 'table', name: 'All', show: ['Wax'] }],
    rows: Array.from({ length: count }, (_, index) =>
      row(`Candle ${index}`, { properties: { Wax: index % 3 === 0 ? 'Palm' : 'Bees' } }, [])
    )
  })
  return buildWorkspace({ ...wiki, root: page('Home', {}, [collectionPage(candles, {})]) })
}
