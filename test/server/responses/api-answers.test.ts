import { expect, test } from 'vitest'

import { undashId } from '../../../site/notion/blocks/notion-id.ts'
import { pageBlock, testId, textBlock, workspaceOf } from '../../support/workspaces/records.ts'
import { suspendRendering } from '../render/render-processes.ts'
import { keptSite } from './kept-site.ts'

const workspace = () =>
  workspaceOf(
    [testId(2)],
    [
      pageBlock(2, 'Lamp', { content: [testId(20)] }),
      textBlock(20, 'Text 0', { parent_id: testId(2) })
    ]
  )

const generationOf = (body: string): unknown => JSON.parse(body).generation
const textOf = (body: string): unknown => /Text \d/.exec(body)?.[0]

const answers: [url: string, valueOf: (body: string) => unknown, values: unknown[]][] = [
  [`/api/pages/${undashId(testId(2))}?text=markdown`, textOf, ['Text 0', 'Text 1']],
  [`/api/pages/${testId(2)}?text=markdown`, textOf, ['Text 0', 'Text 1']],
  ['/api/pages', generationOf, [1, 2]],
  ['/api/collections', generationOf, [1, 2]]
]

test.each(answers)('%s is never that of an earlier publication', async (url, valueOf, values) => {
  const site = await keptSite(workspace())
  const app = await site.open({ cache: { maxStaleMs: 3_600_000 } })
  const read = async () => valueOf((await app.inject(url)).body)
  const before = [await read(), await read()]
  site.api.edit.setText(testId(20), 'Text 1')
  await site.sync()
  expect([...before, await read()]).toEqual([values[0], values[0], values[1]])
})

test.each(answers)('%s is an error if it is not ready in time', async (url, valueOf, values) => {
  const site = await keptSite(workspace())
  const app = await site.open({
    cache: { maxStaleMs: 3_600_000 },
    renderLimits: { patienceMs: 500 }
  })
  const read = async () => {
    const { statusCode, body } = await app.inject(url)
    return statusCode === 200 ? valueOf(body) : statusCode
  }
  await expect.poll(read).toBe(values[0])
  // Before the publication, after which the server makes the answer again by itself.
  const resume = suspendRendering()
  site.api.edit.setText(testId(20), 'Text 1')
  await site.sync()
  expect(await read()).toBe(503)
  resume()
  await expect.poll(read).toBe(values[1])
})
