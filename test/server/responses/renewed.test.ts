import path from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { openMirrorForReading } from '../../../db/mirror/open-mirror.ts'
import { readIdentity } from '../../../db/mirror/read-identity.ts'
import { republish } from '../../../db/publish/copies/republish.ts'
import { isSuccessor } from '../../../server/responses/publication-mark.ts'
import { tempDir } from '../../support/temp-dir.ts'
import { pageBlock, testId, workspaceOf } from '../../support/workspaces/records.ts'
import { testConfig } from '../../support/workspaces/test-config.ts'
import { openTestMirror, publishAt, walkResultOf } from '../../support/workspaces/walk-result.ts'

test('a publication succeeds a renewed one, for which no run is recorded', async () => {
  const file = path.join(tempDir(), 'mirror.db')
  const mirror = openTestMirror(file)
  const walk = (title: string) => walkResultOf(workspaceOf([testId(2)], [pageBlock(2, title)]))
  const identity = () => readIdentity(mirror) ?? expect.fail('nothing is published')
  await publishAt(mirror, 100, walk('Ash'))
  const source = openMirrorForReading(file)
  onTestFinished(() => void source.$client.close())
  // A change of the domain needs a new publication of the same records, as a new version does.
  const config = testConfig(identity().rootPageId, { domain: 'another.example' })
  await republish(mirror, { source, config, lastGeneration: 0 })
  const renewed = identity()
  expect(renewed).toMatchObject({ generation: 2, publishedAt: 100 })
  expect(mirror.$client.prepare('select generation from sync_run').pluck().all()).toEqual([1])

  await publishAt(mirror, 300, walk('Ember'))
  const published = { mirror, publication: identity(), fileId: '1' }
  expect(isSuccessor(published, renewed)).toBe(true)
  // Of a mirror that was replaced by its backup.
  expect(isSuccessor(published, { ...renewed, publishedAt: 250 })).toBe(false)
})
