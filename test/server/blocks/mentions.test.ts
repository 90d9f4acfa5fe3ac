import { expect, test } from 'vitest'

import { ownClasses, renderedPage, words } from '../../support/sites/rendered.ts'
import {
  pageBlock,
  record,
  testId,
  textBlock,
  workspaceOf
} from '../../support/workspaces/records.ts'
import { openSite } from '../../support/sites/site.ts'

const issue = record(9, {
  type: 'external_object_instance',
  format: {
    original_url: 'https://code.example/212',
    attributes: [{ id: 'title', values: ['#212'] }]
  }
})
const keeper = { id: testId(900), version: 1, given_name: 'Lantern', family_name: 'Keepers' }
/** Types that need no other record in the mirror. */
const mentioned = [
  ['A '],
  ['‣', [['eoi', issue.id]]],
  [' '],
  ['‣', [['tv', { type: 'now' }]]],
  [' '],
  ['‣', [['lm', { title: 'Guide', href: 'https://wiki.example/' }]]],
  [' '],
  ['‣', [['zz', 'nobody knows']]],
  [' B']
]
const sentence = 'A #212 now Guide something that cannot be shown here B'

test('mentions in code, descriptions and headings are named, unknown ones are marked', async () => {
  const address = [['https://unknown.example/x']]
  const html = await renderedPage([
    record(2, { type: 'code', properties: { title: [...mentioned, ['‣', [['p', testId(77)]]]] } }),
    record(3, { type: 'bookmark', properties: { link: address, description: mentioned } }),
    record(4, { type: 'sub_header', properties: { title: mentioned } }),
    record(5, { type: 'table_of_contents' }),
    issue
  ])
  const blocks = html.split(/(?=<figure|<nav|<div class="section)/).map(words)
  expect(blocks.find((text) => text.startsWith('Plain text'))).toContain(
    `${sentence}a page that is not here`
  )
  expect(words(html).split(sentence).length - 1, words(html)).toBeGreaterThanOrEqual(3)
  expect(html).toContain(`aria-label="Link to ${sentence}"`)
  expect(html).not.toMatch(/[‣⁍]/)
})

test('the description of a page names its mentions', async () => {
  const text = textBlock(2, '', { properties: { title: mentioned } })
  const { app } = await openSite({ workspace: workspaceOf([text.id, issue.id], [text, issue]) })
  const { body } = await app.inject('/')
  expect(/<meta name="description" content="([^"]*)"/.exec(body)?.[1]).toContain(sentence)
})

test('mentions of old records with one more array link their page, and count as backlinks', async () => {
  const wrapped = (kind: string, id: string) => ['‣', [['‣', [kind, id]]]]
  const title = [wrapped('p', testId(3)), [' by '], wrapped('u', keeper.id)]
  const workspace = workspaceOf(
    [testId(2), testId(3)],
    [
      pageBlock(2, 'Old', { content: [testId(4)] }),
      pageBlock(3, 'Lamp'),
      textBlock(4, '', { properties: { title }, parent_id: testId(2) })
    ]
  )
  const users = { notion_user: { [keeper.id]: keeper as never } }
  const { app, mirror } = await openSite({ workspace: { ...workspace, ...users } })
  const { body } = await app.inject('/old')
  expect(words(/<article.*<\/article>/s.exec(body)?.[0] ?? '')).toContain(
    'Lamp by @Lantern Keepers'
  )
  expect(ownClasses(body)).toMatch(/<p><a href="\/lamp">/)
  expect((await app.inject('/lamp')).body).toMatch(/What links here.*href="\/old/s)
  const indexedText = mirror.$client
    .prepare('select text from page where id = ?')
    .pluck()
    .get(testId(2))
  expect(indexedText).toContain('Lamp by Lantern Keepers')
})
