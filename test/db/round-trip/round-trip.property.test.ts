import { rmSync } from 'node:fs'
import path from 'node:path'

import fc from 'fast-check'
import type { Block, Collection, Decoration } from 'notion-types'
import { expect, test } from 'vitest'

import { findDamage } from '../../../db/check/find-damage.ts'
import { openMirrorForReading } from '../../../db/mirror/open-mirror.ts'
import { type WorkspaceApi, startWorkspaceApi } from '../../../demo/api/workspace-api.ts'
import type { WorkspaceFile } from '../../../demo/builder/workspace-file.ts'
import {
  ROOT_ID,
  pageBlock,
  record,
  testId,
  textBlock,
  workspaceOf
} from '../../support/workspaces/records.ts'
import { syncFrom } from '../../support/workspaces/sync-from.ts'
import { testConfig } from '../../support/workspaces/test-config.ts'
import { propertySettings } from '../../support/run/sweep.ts'
import { tempDir } from '../../support/temp-dir.ts'
import { compareWithSent } from '../../support/oracle/compare-with-sent.ts'
import { timeZones } from '../../support/oracle/dates.ts'
import { wireTargets, wireValues } from '../../support/oracle/values.ts'

const COLLECTION = testId(500)
const NOTE = testId(3)
const types = Object.keys(wireValues)
const times = fc.constantFrom(
  0,
  -1,
  978_307_199_999,
  -62_135_596_800_000,
  253_402_300_799_999,
  9e15
)
const people = fc.option(fc.constantFrom(...wireTargets.users, wireTargets.absent), {
  nil: undefined
})

/** A row as sent: values by type, and its record fields. */
const sentRow = fc.record({
  values: fc.record(wireValues, { requiredKeys: [] }),
  fields: fc.record({
    created_time: times,
    last_edited_time: times,
    created_by_id: people,
    last_edited_by_id: people
  })
})
type SentRow = (typeof sentRow extends fc.Arbitrary<infer T> ? T : never) & object

const rows = fc.array(sentRow, { minLength: 3, maxLength: 25, size: 'max' })

test('all properties and dates are stored as sent, initially and after edits', async () => {
  const folder = tempDir()
  let count = 0
  const property = fc.asyncProperty(
    rows,
    rows,
    fc.constantFrom(...timeZones),
    async (first, second, timeZone) => {
      const dataDir = path.join(folder, `run-${count++}`)
      await checkTwice(dataDir, { first, second, timeZone })
      rmSync(dataDir, { recursive: true })
    }
  )
  // Failures report the sent value; shrinking the rows takes minutes.
  await fc.assert(property, { ...propertySettings(3), endOnFailure: true })
})

async function checkTwice(
  dataDir: string,
  { first, second, timeZone }: { first: SentRow[]; second: SentRow[]; timeZone: string }
): Promise<void> {
  const workspace = emptyWorkspace()
  const api = await startWorkspaceApi({ workspace, isOwned: true })
  const config = testConfig(ROOT_ID, { timeZone })
  try {
    for (const [index, row] of first.entries()) api.edit.addRow(COLLECTION, rowBlock(index, row))
    for (const sent of [first, second]) {
      sendRows(api, sent.slice(0, first.length))
      const { report } = await syncFrom(api, { config, dataDir })
      expect(report.failed).toEqual([])
      const mirror = openMirrorForReading(path.join(dataDir, 'mirror.db'))
      const compared = compareWithSent(mirror, { workspace, siteZone: timeZone })
      expect(findDamage(mirror)).toEqual([])
      mirror.$client.close()
      expect(compared.cells).toBe(first.length * (types.length + 4))
    }
  } finally {
    await api.close()
  }
}

/** Sends each row through the editor; the text of the first row is also sent as a block. */
function sendRows(api: WorkspaceApi, sent: SentRow[]): void {
  for (const [index, { values, fields }] of sent.entries()) {
    const id = testId(1000 + index)
    for (const type of types) {
      api.edit.setProperty(id, propertyOf(type), sentFor(values, type))
    }
    api.edit.change(id, fields)
  }
  api.edit.setProperty(NOTE, 'title', sentFor(sent[0]?.values ?? {}, 'text'))
}

function sentFor(values: Record<string, unknown>, type: string): Decoration[] | undefined {
  // Malformed values are included on purpose.
  return Object.hasOwn(values, type) ? (values[type] as Decoration[]) : undefined
}

/** Property ids as in Notion: `title`, or short texts with punctuation. */
function propertyOf(type: string): string {
  return type === 'title' ? type : `${type}'";`
}

function rowBlock(index: number, { fields }: SentRow): Block {
  return pageBlock(1000 + index, '', {
    ...fields,
    parent_id: COLLECTION,
    parent_table: 'collection',
    properties: {}
  })
}

function emptyWorkspace(): WorkspaceFile {
  const shown = record(2, {
    type: 'collection_view',
    collection_id: COLLECTION,
    view_ids: [testId(4)]
  })
  const ofRecord = ['created_time', 'last_edited_time', 'created_by', 'last_edited_by']
  const schema = Object.fromEntries(
    [...types, ...ofRecord].map((type) => [
      propertyOf(type),
      { name: `Its ${type}`, type, prefix: 'T' }
    ])
  )
  const collection = { id: COLLECTION, version: 1, name: [['Sent']], schema, parent_id: shown.id }
  const view = { id: testId(4), version: 1, type: 'table', parent_id: shown.id, format: {} }
  const users = wireTargets.users.map((id, index) => {
    const given_name = ['Lantern', 'Größe', '\uD800 Keepers'][index]
    return [id, { id, version: 1, given_name }]
  })
  return {
    ...workspaceOf([shown.id, NOTE], [shown, textBlock(3, '')]),
    // Only the fields that a sync reads.
    collection: { [COLLECTION]: collection as unknown as Collection },
    collection_view: { [view.id]: view as never },
    notion_user: Object.fromEntries(users) as never
  }
}
