import { expect, test } from 'vitest'

import {
  pageBlock,
  record,
  testId,
  textBlock,
  workspaceOf
} from '../../support/workspaces/records.ts'
import { openSite } from '../../support/sites/site.ts'

function synced(number: number, content: number[]) {
  const fields = { type: 'transclusion_container', content: content.map(testId) }
  return record(number, { ...fields, parent_id: testId(3) })
}

function reference(number: number, target: number, parent: number) {
  const format = { transclusion_reference_pointer: { id: testId(target) } }
  return record(number, { type: 'transclusion_reference', format, parent_id: testId(parent) })
}

const page = (content: number[]) => pageBlock(3, 'Loops', { content: content.map(testId) })

test('two synced blocks that reference each other are walked and rendered with their text', async () => {
  const { app, result } = await openSite({
    workspace: workspaceOf(
      [testId(3)],
      [
        page([4, 5]),
        synced(4, [6, 8]),
        synced(5, [7, 9]),
        reference(6, 5, 4),
        reference(7, 4, 5),
        textBlock(8, 'first text', { parent_id: testId(4) }),
        textBlock(9, 'second text', { parent_id: testId(5) })
      ]
    )
  })
  const reply = await app.inject('/loops')
  expect(reply.statusCode).toBe(200)
  expect(reply.body).toContain('first text')
  expect(reply.body).toContain('second text')
  expect(result.report.stored.blocks).toBe(8)
})

test('a synced block that references its own container is walked and rendered', async () => {
  const { app } = await openSite({
    workspace: workspaceOf(
      [testId(3)],
      [
        page([4]),
        synced(4, [5, 6]),
        reference(5, 4, 4),
        textBlock(6, 'kept', { parent_id: testId(4) })
      ]
    )
  })
  const reply = await app.inject('/loops')
  expect(reply.statusCode).toBe(200)
  expect(reply.body).toContain('kept')
})

test('a synced block that references itself, and a block that contains itself, are rendered', async () => {
  const { app } = await openSite({
    workspace: workspaceOf(
      [testId(3)],
      [
        page([4, 5]),
        reference(4, 4, 3),
        textBlock(5, 'own child', { parent_id: testId(3), content: [testId(5), testId(3)] })
      ]
    )
  })
  const reply = await app.inject('/loops')
  expect(reply.statusCode).toBe(200)
  expect(reply.body).toContain('own child')
})

test('two pages that contain each other are both published, once', async () => {
  const { app, mirror } = await openSite({
    workspace: workspaceOf(
      [testId(3)],
      [
        pageBlock(3, 'One', { content: [testId(4)] }),
        pageBlock(4, 'Two', { content: [testId(3)], parent_id: testId(3) })
      ]
    )
  })
  const titles = mirror.$client.prepare('select title from page order by position').pluck().all()
  expect(titles).toEqual(['Home', 'One', 'Two'])
  expect((await app.inject('/two')).statusCode).toBe(200)
})

test('a hundred levels of toggles answer in bounded size', async () => {
  const levels = Array.from({ length: 100 }, (_, index) => 10 + index)
  const toggles = levels.map((number) =>
    record(number, {
      type: 'toggle',
      properties: { title: [[`level ${number}`]] },
      parent_id: testId(number === 10 ? 3 : number - 1),
      content: number === 109 ? [] : [testId(number + 1)]
    })
  )
  const { app, mirror } = await openSite({
    workspace: workspaceOf([testId(3)], [page([10]), ...toggles])
  })
  const reply = await app.inject('/loops')
  expect(reply.statusCode).toBe(200)
  for (let level = 10; level < 74; level++) {
    expect(reply.body).toContain(`<summary>level ${level}</summary>`)
  }
  expect(reply.body).toContain('nested too deeply')
  const text = mirror.$client.prepare("select text from page where path = '/loops'").pluck().get()
  expect(text).toContain('level 109')
})
