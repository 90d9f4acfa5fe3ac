import fc from 'fast-check'
import { expect, test } from 'vitest'

import type { WorkspaceAsset } from '../../../demo/builder/workspace-file.ts'
import { generateWorkspace } from '../../../demo/generate/generate-workspace.ts'
import { sampleAssets, sampleWorkspace } from '../../../demo/sample/sample.ts'
import { randomWorkspace } from '../../support/workspaces/random-workspace.ts'
import { propertySettings } from '../../support/run/sweep.ts'
import { FollowedSite } from './followed-site.ts'
import { type Edit, SampleEditor } from './sample-editor.ts'

interface Settings {
  assets?: Map<string, WorkspaceAsset>
  /** Of the publications to compare; large workspaces have a quarter of them each. */
  share: number
}

const number = fc.nat({ max: 100_000 })
const step = fc.record({
  edits: fc.array(fc.tuple(number, number, number), { minLength: 1, maxLength: 3 }),
  isFull: fc.boolean()
})

test.each([
  ['the sample', () => sampleWorkspace(), { assets: sampleAssets, share: 1 / 4 }],
  ['a generated wiki', () => generateWorkspace({ pages: 30, blocksPerPage: 12 }), { share: 1 / 4 }],
  ['small pages', () => randomWorkspace(12), { share: 1 }]
])(
  'after any edits of %s, an answer whose keys are untouched is the same',
  async (_name, makeWorkspace, { assets, share }: Settings) => {
    const site = await FollowedSite.open(makeWorkspace(), assets)
    const editor = new SampleEditor(site.api.edit, site.workspace)
    const log: string[] = []
    const property = fc.asyncProperty(step, async ({ edits, isFull }) => {
      log.push(...edits.map((edit: Edit) => editor.apply(edit)), isFull ? 'full sync' : 'sync')
      const { stale } = await site.sync({ isFull })
      expect({ stale, log: stale.length > 0 ? log.slice(-4) : [] }).toEqual({ stale: [], log: [] })
    })
    // Each run continues with the workspace of the last one, so a failure cannot be made smaller.
    await fc.assert(property, { ...propertySettings(4, share), endOnFailure: true })
  }
)
