import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

import Database from 'better-sqlite3'
import { beforeAll, describe, expect, test } from 'vitest'

import { runCommand } from '../../support/command.ts'
import { damageInnerPages } from '../../support/damage.ts'
import { mirrorDir } from '../../support/sites/mirror-dir.ts'
import { tempDir } from '../../support/temp-dir.ts'

const bin = fileURLToPath(new URL('../../../cli/bin.js', import.meta.url))
const COUNTING = 'with recursive r(n) as (select 1 union all select n + 1 from r)'

let dataFolder = ''
let mirrorFile = ''

// Made once: statements only read.
beforeAll(async () => {
  dataFolder = (await mirrorDir()).dataDir
  mirrorFile = path.join(dataFolder, 'mirror.db')
})

const run = (sql: string, ...args: string[]) =>
  runCommand(['query', sql, '--data', dataFolder, ...args])

describe('the rows of a statement', () => {
  test('are a table with columns aligned by display width', async () => {
    const sql = 'select title, depth, null as absent, path from page order by position'
    const args = ['query', sql, '--data', dataFolder]
    const { code, stdout, stderr } = await runCommand(args, {}, { alone: true })
    expect(stderr).toBe('')
    expect(code).toBe(0)
    expect(stdout.split('\n')).toEqual([
      'title             depth  absent  path',
      '────────────────  ─────  ──────  ───────────────',
      'Home                  0          /',
      'Mining "deep"         1          /mining-deep',
      '日本語のページ🎉      1          /日本語のページ',
      ''
    ])
  })

  test('are those of a statement that begins with a comment', async () => {
    const { code, stdout } = await run(
      '-- The start page:\nselect title from page limit 1',
      '--csv'
    )
    expect([code, stdout]).toEqual([0, 'title\r\nHome\r\n'])
  })

  test('are found by words as they are typed, with search()', async () => {
    const sql = `select search_page.title from search_name
                  join search_page on number = search_name.rowid
                  where search_name match search('日本語のﾍﾟｰｼﾞ')`
    const { stdout } = await run(sql, '--csv')
    expect(stdout).toBe('title\r\n日本語のページ🎉\r\n')
  })

  test('are complete on a terminal that does not know its width', async () => {
    const terminal =
      'for (const [name, value] of [["isTTY", true], ["columns", 0]]) Object.defineProperty(process.stdout, name, { value })'
    const args = ['query', 'select title, path, null as none from page', '--data', dataFolder]
    const env = {
      NO_COLOR: '1',
      NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(terminal)}`
    }
    const { code, stdout } = await runCommand(args, env, { alone: true })
    expect(code).toBe(0)
    expect(stdout).toContain('Mining "deep"     /mining-deep')
    expect(stdout).not.toContain('…')
    expect(stdout).not.toContain('\u001B')
  })

  test('are complete and on one line each where stdout is not a terminal', async () => {
    const { stdout } = await run(
      `select printf('%.*c', 500, 'x') as long, 'a' || char(10) || 'b' || char(27) || '[31m' as odd`
    )
    expect(stdout).toContain(`${'x'.repeat(500)}  a↵b\\u001b[31m\n`)
  })

  test('are an array of objects with --json, without loss', async () => {
    const { code, stdout } = await run(
      `select path as a, title as a, 3 as a_2, 9007199254740993 as big, -5 as small, 1.5 as real,
              9e999 as infinite, x'00ff' as blob, null as absent, 'true' as "2025"
         from page order by position limit 1 offset 1`,
      '--json'
    )
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toEqual([
      {
        a: '/mining-deep',
        a_3: 'Mining "deep"',
        a_2: 3,
        big: '9007199254740993',
        small: -5,
        real: 1.5,
        infinite: 'Infinity',
        blob: { base64: 'AP8=' },
        absent: null,
        2025: 'true'
      }
    ])
    expect(stdout.indexOf('"2025"')).toBeGreaterThan(stdout.indexOf('"absent"'))
  })

  test('are CSV of RFC 4180 with --csv', async () => {
    const { code, stdout } = await run(
      `select title as "a,b", text as a, text as a, null as n, 2.0 as r, 9223372036854775807 as i
         from page where title like 'Mining%'`,
      '--csv'
    )
    expect(code).toBe(0)
    expect(stdout).toBe(
      '"a,b",a,a,n,r,i\r\n' +
        '"Mining ""deep""","line one\nline two","line one\nline two",,2.0,9223372036854775807\r\n'
    )
  })

  test('are CSV without spreadsheet formulas, unless --raw-csv is given', async () => {
    const sql = `select '=1' as "=a", '+1-x' as b, '-' as c, '@d' as d, char(9) || '1' as e,
                        char(13) || '2' as f, '-2.5e3' as g, -3 as h, '+.5' as i, 'x=1' as j,
                        '＝1' as k, '＋1' as l, '－1' as m, '＠d' as n`
    const rest = '-2.5e3,-3,+.5,x=1'
    expect((await run(sql, '--csv')).stdout).toBe(
      `'=a,b,c,d,e,f,g,h,i,j,k,l,m,n\r\n'=1,'+1-x,'-,'@d,'\t1,"'\r2",${rest},'＝1,'＋1,'－1,'＠d\r\n`
    )
    expect((await run(sql, '--raw-csv')).stdout).toBe(
      `=a,b,c,d,e,f,g,h,i,j,k,l,m,n\r\n=1,+1-x,-,@d,"\t1","\r2",${rest},＝1,＋1,－1,＠d\r\n`
    )
  })

  test('are CSV in linear time, though a long text begins like a number', async () => {
    const sql = `select '+' || replace(hex(zeroblob(350000)), '0', '1') || 'x' as a`
    const { stdout } = await run(sql, '--csv')
    expect([stdout.slice(0, 6), stdout.length]).toEqual(["a\r\n'+1", 700_008])
  })

  test('end at --limit, and stderr reports that there are more', async () => {
    const cut = await run(`${COUNTING} select n from r`, '--limit', '3', '--json')
    expect(cut.code).toBe(0)
    expect(JSON.parse(cut.stdout)).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }])
    expect(cut.stderr).toContain('more than 3 rows; use --limit')
    const whole = await run('select path from page', '--limit', '3', '--csv')
    expect(whole).toMatchObject({ code: 0, stderr: '' })
  })

  test('may be empty', async () => {
    const none = 'select path, title from page where 0'
    expect((await run(none, '--json')).stdout).toBe('[]\n')
    expect((await run(none, '--csv')).stdout).toBe('path,title\r\n')
    expect((await run(none)).stdout).toBe('path  title\n────  ─────\n')
  })
})

describe('a statement', () => {
  test('is read from stdin when it is "-", and a mirror file may be named', async () => {
    const copy = path.join(tempDir(), 'copy.sqlite')
    copyFileSync(mirrorFile, copy)
    const { status, stdout } = spawnSync(process.execPath, [bin, 'query', '-', '--data', copy], {
      input: 'select count(*) as pages\nfrom page -- all of them\n;',
      encoding: 'utf8'
    })
    expect(status).toBe(0)
    expect(stdout).toBe('pages\n─────\n    3\n')
  })

  test.each([
    ['select titel from page', 'no such column: titel (did you mean "title"?)'],
    ['select p.titel from page as p', 'no such column: p.titel (did you mean "title"?)'],
    ['select path from pagee', 'no such table: pagee (did you mean "page"?)'],
    ['select lenght(path) from page', 'no such function: lenght (did you mean "length"?)'],
    ['select 1 as titel, zzz from page', 'no such column: zzz'],
    ["select 'from' from page form where", 'incomplete input'],
    ['select path fom page x y', 'near "page": syntax error'],
    ["select path from page where title = 'Home", 'unrecognized token: "\'Home"'],
    ['select id from page join block', 'ambiguous column name: id'],
    ["select json_extract('x', '$')", 'malformed JSON'],
    ['select abs(-9223372036854775808)', 'integer overflow']
  ])("with an error ends with SQLite's message: %s", async (sql, message) => {
    expect(await run(sql)).toEqual({ code: 2, stdout: '', stderr: `${message}\n` })
  })

  test('is explained in a mirror to which a broken view was added', async () => {
    const copy = path.join(tempDir(), 'mirror.db')
    copyFileSync(mirrorFile, copy)
    const database = new Database(copy)
    database.exec('create view broken as select nothing_at_all from page')
    database.close()
    const { code, stderr } = await runCommand(['query', 'select titel from page', '--data', copy])
    expect(code).toBe(2)
    expect(stderr).toContain('did you mean "title"?')
  })

  test.each([
    "attach 'other.db' as other",
    "vacuum into 'copy.db'",
    'delete from page',
    'with gone as (select id from page) delete from page returning id',
    "insert into page_path values ('a', 'b', 1, 2) returning path",
    'update mirror set generation = 9 returning generation',
    'pragma user_version = 7',
    'pragma user_version(7)',
    'pragma query_only(0)',
    'explain pragma query_only = off',
    'pragma wal_checkpoint',
    'pragma journal_mode = delete',
    "select load_extension('x')",
    'select 1; delete from page',
    '/* select */ drop table page',
    ''
  ])('that does more than read is refused: %s', async (sql) => {
    // Reading creates empty write-ahead log files.
    const names = () => readdirSync(dataFolder).filter((name) => !/-(wal|shm)$/.test(name))
    const before = { bytes: readFileSync(mirrorFile), names: names() }
    const { code, stdout, stderr } = await run(sql)
    expect(code).toBe(2)
    expect(stdout).toBe('')
    expect(stderr).toMatch(
      /not run here|not allowed|not read-only|more than one statement|is empty|no statement/
    )
    expect(readFileSync(mirrorFile).equals(before.bytes)).toBe(true)
    expect(names()).toEqual(before.names)
    expect(existsSync('other.db') || existsSync('copy.db')).toBe(false)
  })

  test.each([
    'values (1, 2)',
    'explain query plan select * from page',
    'pragma table_info(page)',
    'pragma main.table_list',
    "select name from pragma_table_info('page')",
    '/* a comment */ WITH p AS (SELECT path FROM page) SELECT * FROM p;'
  ])('that reads is run: %s', async (sql) => {
    const { code, stdout } = await run(sql, '--json')
    expect(code).toBe(0)
    expect(JSON.parse(stdout).length).toBeGreaterThan(0)
  })
})

describe('a mirror that cannot be queried exits with 1:', () => {
  const ask = (data: string, ...args: string[]) =>
    runCommand(['query', 'select sum(length(raw)) from block', '--data', data, ...args])

  test('because it does not exist', async () => {
    const dataDir = tempDir()
    const { code, stdout, stderr } = await ask(dataDir, '--json')
    expect(code).toBe(1)
    expect(stderr).toContain('run "fansite sync"')
    expect(JSON.parse(stdout)).toEqual({ error: stderr.trim(), exit_code: 1 })
    expect(readdirSync(dataDir)).toEqual([])
  })

  test('because it is not a database', async () => {
    const dataDir = tempDir()
    writeFileSync(path.join(dataDir, 'mirror.db'), 'x'.repeat(5000))
    const { code, stderr } = await ask(dataDir)
    expect(code).toBe(1)
    expect(stderr).toContain('is not an SQLite database')
  })

  test('because it is damaged', async () => {
    const copy = path.join(tempDir(), 'mirror.db')
    copyFileSync(mirrorFile, copy)
    damageInnerPages(copy)
    const { code, stderr } = await ask(copy)
    expect(code).toBe(1)
    expect(stderr).toContain(`${copy} is damaged; move it away and sync again`)
  })
})

test.each([
  ['--limit', '0'],
  ['--timeout', 'soon'],
  ['--json', '--csv'],
  ['--json', '--raw-csv']
])('%s %s is refused', async (...args) => {
  expect((await runCommand(['query', 'select 1', ...args])).code).toBe(2)
})
