import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { expect, test } from 'vitest'

import { covered, story } from '../../canaries/story.ts'
import { tempDir } from '../../support/temp-dir.ts'
import { record, testId } from '../../support/workspaces/records.ts'
import { testConfig } from '../../support/workspaces/test-config.ts'
import { keptSite } from './kept-site.ts'

const spoilers = { ...covered, mode: 'withhold' as const }
const SPOILER = testId(10)

test('a spoiler that is withdrawn while it is rendered is not sent', async () => {
  const folder = tempDir()
  const file = (name: string) => path.join(folder, name)
  // The page is rendered from one state of the mirror; this component ends when a file is there.
  const component = `
    import { existsSync, writeFileSync } from 'node:fs'
    const turn = new Int32Array(new SharedArrayBuffer(4))
    export function Callout() {
      writeFileSync(${JSON.stringify(file('begun'))}, '')
      while (!existsSync(${JSON.stringify(file('end'))})) Atomics.wait(turn, 0, 0, 20)
      return <aside>a callout</aside>
    }`
  writeFileSync(file('components.tsx'), component)
  const workspace = story()
  const { [SPOILER]: page } = workspace.block
  if (!page) throw new Error('the story has no spoiler')
  page.content = [...(page.content ?? []), testId(60)]
  const callout = record(60, {
    type: 'callout',
    properties: { title: [['x']] },
    parent_id: SPOILER
  })
  workspace.block[callout.id] = callout
  const config = testConfig(workspace.rootPageId, { spoilers, components: file('components.tsx') })
  const site = await keptSite(workspace, { config: { spoilers } })
  const app = await site.open({ config })
  const { body } = await app.inject('/')
  const [, address = ''] = /see .*?href="(\/spoiler\/[0-9a-f]{16})"/s.exec(body) ?? []
  const answer = app.inject(address)
  await expect.poll(() => existsSync(file('begun'))).toBe(true)
  site.api.edit.setPrivate(SPOILER, true)
  await site.sync()
  writeFileSync(file('end'), '')
  expect((await answer).statusCode).toBe(404)
})
