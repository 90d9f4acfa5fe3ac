import { expect, test } from 'vitest'

import { BatchSize, SAFE_BATCH } from '../../../../cli/sync/workspace/batch-size.ts'
import { CallError } from '../../../../cli/sync/workspace/call-error.ts'
import { readBody } from '../../../../cli/sync/workspace/read-body.ts'
import { readRecords } from '../../../../cli/sync/workspace/records/read-records.ts'
import { salvage, unreadableBlock } from '../../../../cli/sync/workspace/records/salvage.ts'
import { unbox } from '../../../../cli/sync/workspace/records/unbox.ts'
import { nested, record, testId } from '../../../support/workspaces/records.ts'

const own = { id: 'a', type: 'text' }

test.each<[unknown, unknown]>([
  [own, { record: own }],
  [{ id: 'a', role: 'reader', value: 1 }, { record: { id: 'a', role: 'reader', value: 1 } }],
  [{ role: 'reader', value: own }, { record: own }],
  [{ spaceId: 's', value: { value: own, role: 'editor' } }, { record: own }],
  [{ value: own }, { record: own }],
  [{ name: 'x' }, { record: { name: 'x' } }],
  [{ role: 'none', value: own }, 'private'],
  [{ role: 'none' }, 'private'],
  [{ role: 'reader' }, 'private'],
  [{ role: 'reader', value: null }, 'private'],
  [{ role: 'reader', value: {} }, 'private'],
  [{ role: 'reader', value: { spaceId: 's' } }, 'private'],
  [{ value: { role: 'none', value: own } }, 'private'],
  [{ role: 'reader', value: 'x' }, 'unknown'],
  [{ role: 7 }, 'unknown'],
  [{ value: null }, 'unknown'],
  [{}, 'unknown'],
  [{ spaceId: 's' }, 'unknown'],
  [[own], 'unknown'],
  [null, 'unknown'],
  ['x', 'unknown']
])('the box %j contains %j', (box, content) => expect(unbox(box)).toEqual(content))

test('boxes nest at most ten deep', () => {
  const boxed = (levels: number) => {
    let box: unknown = own
    for (let level = 0; level < levels; level++) box = { value: box }
    return unbox(box)
  }
  expect(boxed(9)).toEqual({ record: own })
  expect(boxed(10)).toBe('unknown')
})

const whole = record(2, { type: 'text', content: [testId(3)], properties: { title: [['a']] } })
const salvaged = (changes: object, table: Parameters<typeof salvage>[0] = 'block') =>
  salvage(table, testId(2), { ...whole, ...changes })

test('an intact block stays as it is, and old ones get the fields that they lack', () => {
  expect(salvaged({})).toEqual({ record: whole, unread: [] })
  const {
    version: _version,
    created_time: _created,
    ...old
  } = whole as never as Record<string, unknown>
  expect(salvage('block', testId(2), old)).toEqual({
    record: { ...whole, version: 0, created_time: 0 },
    unread: []
  })
})

test('a record with another id is refused', () => {
  expect(salvaged({ id: testId(9) })).toEqual({
    reason: 'it has another id',
    fields: [],
    record: undefined,
    isAdrift: true,
    asOf: undefined
  })
  expect(salvaged({ id: undefined })).toMatchObject({ unread: [] })
})

test.each<[object, object]>([
  [{ version: 'x' }, { version: 0 }],
  [{ created_time: null }, { created_time: 0 }],
  [{ last_edited_time: Infinity }, { last_edited_time: 0 }]
])('an unexpected %j does not affect what a page shows', (sent, read) => {
  expect(salvaged(sent)).toEqual({ record: { ...whole, ...read }, unread: Object.keys(sent) })
})

test('a field that is null counts as absent', () => {
  const { content: _content, ...rest } = whole as unknown as Record<string, unknown>
  expect(salvaged({ content: null })).toEqual({ record: rest, unread: [] })
})

test.each<[string, object, object]>([
  ['content', { content: ['a', 7] }, { content: ['a'] }],
  ['content', { content: 'x' }, {}],
  ['properties', { properties: { title: [['a']], x: 7 } }, { properties: { title: [['a']] } }],
  ['properties', { properties: [] }, {}],
  ['format', { format: 'x' }, {}],
  ['collection_id', { collection_id: 7 }, {}],
  ['type', { type: 7 }, {}]
])('a block with an unexpected %s becomes a placeholder with what is left', (field, sent, left) => {
  const found = salvaged(sent)
  expect(found).toMatchObject({
    reason: `unexpected values in ${field}`,
    fields: [field],
    isAdrift: false,
    record: { id: testId(2), type: 'unreadable', parent_id: whole.parent_id, ...left }
  })
  if (!(field in left))
    expect('record' in found && found.record).not.toHaveProperty(field === 'type' ? 'none' : field)
})

test('a field that is nested too deeply is dropped', () => {
  expect(salvaged({ odd: nested(500) })).toMatchObject({ unread: [] })
  expect(salvaged({ odd: nested(501) })).toEqual({ record: whole, unread: ['odd'] })
  const damage = { reason: 'unexpected values in format', record: { type: 'unreadable' } }
  expect(salvaged({ format: { odd: nested(100_000) } })).toMatchObject(damage)
})

test.each<[object, object]>([
  [{ parent_id: 7 }, { parent_id: '' }],
  [{ parent_table: 7 }, { parent_table: 'block' }],
  [{ alive: 'yes' }, {}],
  [{ space_id: 7 }, {}]
])('a block with the place %j keeps its type', (sent, left) => {
  expect(salvaged(sent)).toMatchObject({
    fields: Object.keys(sent),
    isAdrift: true,
    record: { type: 'text', ...left }
  })
})

test.each(['page', 'collection_view_page', 'collection_view'])(
  'a damaged %s keeps its type',
  (type) => {
    expect(salvaged({ type, content: 7 })).toMatchObject({ record: { type } })
  }
)

test('a row without a type is a page', () => {
  const sent = { type: undefined, parent_table: 'collection' }
  expect(salvaged(sent)).toMatchObject({ fields: ['type'], record: { type: 'page' } })
})

test('another block without a type, or with more than its place damaged, is a placeholder', () => {
  expect(salvaged({ type: undefined })).toMatchObject({ record: { type: 'unreadable' } })
  expect(salvaged({ alive: 'yes', content: 7 })).toMatchObject({ record: { type: 'unreadable' } })
})

test('the version of a damaged block is known unless its times are damaged', () => {
  const asOf = `${whole.version}:${whole.last_edited_time}`
  expect(salvaged({ content: 7 })).toMatchObject({ asOf })
  expect(salvaged({ content: 7, version: 'x' })).toMatchObject({
    asOf: undefined,
    fields: ['content']
  })
})

const collection = { id: testId(2), schema: { title: { name: 'Name', type: 'title' } } }

test('a collection needs its schema', () => {
  const read = (changes: object) => salvage('collection', testId(2), { ...collection, ...changes })
  expect(read({})).toEqual({ record: { ...collection, version: 0, parent_id: '' }, unread: [] })
  expect(read({ schema: 'x' })).toMatchObject({ record: undefined, fields: ['schema'] })
  expect(read({ schema: undefined })).toMatchObject({ record: undefined, fields: ['schema'] })
  const schema = { title: 7, kind: { name: 'Kind', type: 'select' } }
  // One of its properties may be the `Public` checkbox.
  expect(read({ schema })).toMatchObject({ record: undefined, fields: ['schema'] })
  expect(read({ name: 'x', icon: 7 })).toMatchObject({
    fields: ['name', 'icon'],
    record: collection
  })
})

test('a view needs its type, a user nothing', () => {
  expect(salvage('collection_view', 'v', { type: 'table' })).toEqual({
    record: { id: 'v', type: 'table', version: 0, parent_id: '' },
    unread: []
  })
  expect(salvage('collection_view', 'v', { type: 7 })).toMatchObject({ record: undefined })
  expect(salvage('collection_view', 'v', {})).toMatchObject({ record: undefined })
  expect(salvage('notion_user', 'u', { name: 7 })).toEqual({
    record: { id: 'u', name: 7 },
    unread: []
  })
})

test('the placeholder of an unreadable block has no place', () => {
  expect(unreadableBlock('a')).toMatchObject({
    id: 'a',
    type: 'unreadable',
    parent_id: '',
    parent_table: 'block'
  })
})

test('a response is read table by table, and damage affects one record', () => {
  const found = readRecords({
    recordMap: {
      block: {
        [testId(2)]: { role: 'reader', value: { ...whole, version: 'x' } },
        [testId(3)]: { role: 'none' },
        [testId(4)]: 'x',
        [testId(5)]: { value: { ...whole, id: testId(5), content: 7 } }
      },
      collection: 'x',
      notion_user: { u: { value: { id: 'u' } } }
    }
  })
  expect([...found.block.keys()]).toEqual([testId(2), testId(3)])
  expect(found.block.get(testId(3))).toBeNull()
  expect([...found.unread]).toEqual([[testId(2), ['version']]])
  expect([...found.damaged.keys()]).toEqual([`block ${testId(4)}`, `block ${testId(5)}`])
  expect(found.damaged.get(`block ${testId(4)}`)?.reason).toBe('it is not a record')
  expect([found.collection.size, found.collection_view.size]).toEqual([0, 0])
  expect(found.notion_user.get('u')).toEqual({ id: 'u' })
})

test.each([undefined, null, 'x', {}, { recordMap: 7 }])(
  'the response %j has no record map',
  (response) => {
    expect(() => readRecords(response)).toThrow(/^the response has no record map/)
  }
)

test('requests grow while responses are complete, and fall back for good', () => {
  const size = new BatchSize(undefined)
  expect([size.next(false), size.next(true)]).toEqual([SAFE_BATCH, SAFE_BATCH])
  size.grow(SAFE_BATCH - 1)
  expect(size.next(false)).toBe(SAFE_BATCH)
  size.grow(SAFE_BATCH)
  expect([size.next(false), size.next(true)]).toEqual([198, SAFE_BATCH])
  size.grow(198)
  size.grow(396)
  expect(size.sizes).toEqual({ current: 499, largest: 499 })
  size.shrink(SAFE_BATCH)
  expect(size.next(false)).toBe(499)
  size.shrink(SAFE_BATCH + 1)
  size.grow(SAFE_BATCH)
  expect(size.sizes).toEqual({ current: SAFE_BATCH, largest: SAFE_BATCH })
  expect(new BatchSize({ current: 7, largest: 9 }).next(true)).toBe(7)
})

test.each([
  [429, { isRateLimit: true, isLockedOut: false, isFinal: false }],
  [401, { isRateLimit: false, isLockedOut: true, isFinal: true }],
  [403, { isRateLimit: false, isLockedOut: true, isFinal: true }],
  [400, { isRateLimit: false, isLockedOut: false, isFinal: true }],
  [499, { isRateLimit: false, isLockedOut: false, isFinal: true }],
  [408, { isRateLimit: false, isLockedOut: false, isFinal: false }],
  [399, { isRateLimit: false, isLockedOut: false, isFinal: false }],
  [500, { isRateLimit: false, isLockedOut: false, isFinal: false }],
  [undefined, { isRateLimit: false, isLockedOut: false, isFinal: false }]
])('a call that failed with status %s: %j', (status, facts) => {
  const { isRateLimit, isLockedOut, isFinal } = new CallError('failed', {
    cause: undefined,
    status
  })
  expect({ isRateLimit, isLockedOut, isFinal }).toEqual(facts)
})

function stream(...parts: (string | Uint8Array)[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(Buffer.from(part))
      controller.close()
    }
  })
}

test('a body is read as JSON, also if a character is split', async () => {
  const bytes = Buffer.from('{"a":"灯"}')
  expect(await readBody(stream(bytes.subarray(0, 7), bytes.subarray(7)))).toEqual({ a: '灯' })
  await expect(readBody(stream('<html>\n\n  <p>', 'x'.repeat(50)))).rejects.toThrow(
    `the response is not JSON: "<html> <p>${'x'.repeat(27)}"`
  )
  await expect(readBody(stream())).rejects.toThrow('the response is not JSON: ""')
})

test('a body of more than 32 MB is refused', async () => {
  const part = Buffer.alloc(1024 * 1024, ' ')
  const parts = Array.from({ length: 32 }, () => part)
  await expect(readBody(stream(...parts, '1'))).rejects.toThrow('larger than 33554432 bytes')
  const last = part.subarray(1)
  await expect(readBody(stream(...parts.slice(1), last, '1'))).resolves.toBe(1)
})
