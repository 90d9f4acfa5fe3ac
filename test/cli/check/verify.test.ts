import { cpSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import Database from 'better-sqlite3'
import { beforeAll, expect, test } from 'vitest'

import { spoilerCopies } from '../../../db/mirror/spoiler-copies.ts'
import { openMirrorForSync } from '../../../db/mirror/open-mirror.ts'
import { verifyMirror } from '../../../db/check/verify-mirror.ts'
import { covered, story } from '../../canaries/story.ts'
import { runCommand } from '../../support/command.ts'
import { damageInnerPages } from '../../support/damage.ts'
import { syncedMirror } from '../../support/sites/mirror-dir.ts'
import { tempDir } from '../../support/temp-dir.ts'
import { record, testId, textBlock } from '../../support/workspaces/records.ts'
import { samplePart } from '../data/upgrade/sample-part.ts'

let sample = ''

// Made once: each test changes a copy.
beforeAll(async () => {
  const { dataDir } = await syncedMirror(samplePart())
  sample = path.join(dataDir, 'copy.db')
  const mirror = new Database(path.join(dataDir, 'mirror.db'))
  mirror.prepare('vacuum into ?').run(sample)
  mirror.close()
})

/** A closed copy of a mirror of a part of the sample, which has a collection with its view. */
function sampleCopy(): string {
  const file = path.join(tempDir(), 'copy.db')
  cpSync(sample, file)
  return file
}

function change(file: string, sql: string): void {
  const client = new Database(file)
  client.pragma('foreign_keys = off')
  client.unsafeMode(true)
  client.pragma('writable_schema = on')
  client.pragma('ignore_check_constraints = on')
  client.exec(sql)
  client.close()
}

test('verify describes a complete mirror and changes nothing beside it', async () => {
  const file = sampleCopy()
  const { code, stdout, stderr } = await runCommand(['verify', file])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toMatch(/copy\.db is intact: generation 1, published \d{4}-\d\d-\d\dT/)
  const json = await runCommand(['verify', file, '--json'])
  expect(JSON.parse(json.stdout)).toEqual({
    file,
    generation: 1,
    published_at: expect.any(Number)
  })
  expect(readdirSync(path.dirname(file))).toEqual(['copy.db'])
})

const litestream = `create table _litestream_seq (id integer primary key, seq integer);
  insert into _litestream_seq values (1, 7); create table _litestream_lock (id integer)`

test.each([
  ['of Litestream', litestream],
  ['of ANALYZE', 'analyze']
])('tables %s are accepted', (_, sql) => {
  const file = sampleCopy()
  change(file, sql)
  expect(verifyMirror(file)).toMatchObject({ generation: 1 })
})

test.each([
  ['a view', 'create view _litestream_seq as select 1'],
  ['a trigger', 'create trigger _litestream_seq after insert on page begin select 1; end'],
  ['an index', 'create index _litestream_seq on page (text)'],
  ['a longer name', 'create table _litestream_sequence (id)'],
  ['an index on such a table', `${litestream}; create index more on _litestream_seq (seq)`]
])('%s that looks like a table of Litestream is refused', (_, sql) => {
  const file = sampleCopy()
  change(file, sql)
  expect(() => verifyMirror(file)).toThrow(/contains the (view|trigger|index|table) "/)
})

test.each([
  [
    'a trigger',
    `create trigger spy after insert on page begin select 1; end`,
    'contains the trigger "spy"'
  ],
  ['a table', `create table more (a)`, 'contains the table "more", which no mirror has'],
  ['an index', `create index more on page (text)`, 'contains the index "more"'],
  [
    'a view',
    `create view more as select 1`,
    'contains the view "more", which this fansite does not create'
  ],
  [
    'a view instead of ours',
    `drop view pages; create view pages as select 1 as id`,
    'contains the view "pages", which this fansite does not create'
  ],
  ['a view too few', `drop view backlinks`, 'lacks the view "backlinks"'],
  ['a view of a collection too few', `drop view roadmap`, 'lacks the view "roadmap"'],
  ['an index too few', `drop index link_page`, 'lacks "link_page"'],
  [
    'a table that checks nothing',
    `update sqlite_schema set sql = replace(sql, 'integer NOT NULL', 'integer') where name = 'link'`,
    'has a wrong definition of the table "link"'
  ],
  [
    'a row that names none',
    `insert into link values ('none', 0, 'mention', null, null, null, null, null)`,
    'references a missing row of block'
  ],
  [
    'a record that cannot be parsed',
    `update collection set raw = '{"name": 1}' where id = (select min(id) from collection)`,
    'contains a collection whose record cannot be parsed'
  ],
  [
    'a newer schema',
    `insert into __drizzle_migrations (hash, created_at) values ('x', 9e12)`,
    'was written by a newer fansite'
  ],
  [
    'an older schema',
    `delete from __drizzle_migrations where created_at = (select max(created_at) from __drizzle_migrations)`,
    'has an older schema'
  ],
  [
    'migrations of another',
    `update __drizzle_migrations set hash = 'x'`,
    'was created by a different fansite'
  ],
  ['no publication', `delete from mirror`, 'contains no publication'],
  [
    'a way to other files',
    `insert into asset values ('x', '../../../../etc/passwd', 'image/png', 1, null, null, null)`,
    'asset: a row violates the constraint hash_sha256'
  ],
  [
    'a page below itself',
    `update page set parent_page_id = id where path = '/get-started'`,
    'page: a row violates the constraint page_below_another'
  ],
  [
    'pages below each other',
    `update page set parent_page_id = (select id from page where path = '/get-started') where path = '/'`,
    'is damaged'
  ],
  [
    'a record that is a number',
    `update block set raw = '5' where id = (select min(id) from block)`,
    'block: a row violates the constraint raw_object'
  ],
  [
    'a title that was changed',
    `update page set title = 'x' where path = '/get-started'`,
    '/get-started: the page or its blocks differ from the publication'
  ],
  ['a generation in words', `update mirror set generation = 'abc'`, 'is damaged'],
  ['a time of no calendar', `update mirror set published_at = 9e15`, 'is damaged']
])('a file with %s is refused', (_what, sql, fault) => {
  const file = sampleCopy()
  change(file, sql)
  expect(() => verifyMirror(file)).toThrow(fault)
})

test.each([
  ['search_called', 'delete from search_called'],
  ['former_title', `insert into former_title select id, 'Secret', 1 from page`],
  ['title_mention', 'insert into title_mention select id, id from page']
])('a file whose table %s was changed is refused', (table, sql) => {
  const file = sampleCopy()
  change(file, sql)
  expect(() => verifyMirror(file)).toThrow(`${table}: its rows differ from the publication`)
})

test('a file of an older fansite, which lacks digests of some tables, is accepted', () => {
  const file = sampleCopy()
  change(
    file,
    `delete from table_digest where table_name in ('search_called', 'former_title', 'title_mention')`
  )
  expect(verifyMirror(file)).toMatchObject({ generation: 1 })
  change(file, `delete from table_digest where table_name = 'link'`)
  expect(() => verifyMirror(file)).toThrow('link: its rows differ from the publication')
})

test('the copy of opened spoilers has their labels in texts, and nothing else instead', async () => {
  const spoilers = { ...covered, mode: 'withhold' } as const
  const { dataDir, config } = await syncedMirror({ workspace: story(), config: { spoilers } })
  const { opened = '' } = spoilerCopies(path.join(dataDir, 'mirror.db'), config.spoilers) ?? {}
  expect(await runCommand(['verify', dataDir])).toMatchObject({ code: 0, stderr: '' })
  change(
    opened,
    `update block set title = replace(title, 'see ', 'saw ') where title like 'see S%'`
  )
  const { code, stderr } = await runCommand(['verify', dataDir])
  expect([code, stderr]).toEqual([1, expect.stringContaining('column title differs from')])
})

test('a public copy is accepted whose texts mention an external object of a spoiler', async () => {
  const object = record(13, {
    type: 'external_object_instance',
    parent_id: testId(10),
    format: { original_url: 'https://tower.example/' }
  })
  const workspace = story()
  const towerId = testId(10)
  const tower = { ...workspace.block[towerId], content: [11, 12, 13].map(testId) }
  const text = textBlock(20, '', { properties: { title: [['see '], ['‣', [['eoi', object.id]]]] } })
  Object.assign(workspace.block, { [towerId]: tower, [text.id]: text, [object.id]: object })
  const spoilers = { ...covered, mode: 'withhold' } as const
  const { dataDir } = await syncedMirror({ workspace, config: { spoilers } })
  expect(await runCommand(['verify', dataDir])).toMatchObject({ code: 0, stderr: '' })
})

test('a damaged, truncated, foreign or missing file is refused with exit code 1', async () => {
  const damaged = sampleCopy()
  damageInnerPages(damaged)
  const folder = tempDir()
  const file = (name: string) => path.join(folder, name)
  writeFileSync(file('letter.txt'), 'dear reader, this is a letter and no database')
  new Database(file('other.db')).exec('create table page (id)').close()
  openMirrorForSync(file('empty.db')).$client.close()
  for (const [name, fault] of [
    [damaged, 'copy.db is damaged; make or fetch another copy'],
    [file('letter.txt'), 'letter.txt is not an SQLite database'],
    [file('other.db'), 'other.db is not a mirror of fansite'],
    [file('empty.db'), 'empty.db contains no publication'],
    [file('none.db'), "none.db does not exist; name a folder with mirror.db, or a mirror's file"],
    [folder, "mirror.db does not exist; name a folder with mirror.db, or a mirror's file"]
  ] as const) {
    const { code, stderr, stdout } = await runCommand(['verify', name])
    expect([code, stderr, stdout]).toEqual([1, expect.stringContaining(fault), ''])
  }
})
