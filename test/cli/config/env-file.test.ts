import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { expect, test } from 'vitest'

import { runCommand } from '../../support/command.ts'
import { tempDir } from '../../support/temp-dir.ts'

test('the first variable of a .env file with a byte order mark is read', async () => {
  const cwd = tempDir()
  writeFileSync(path.join(cwd, '.env'), '\uFEFFPORT=http\nLOG_LEVEL=loud\n')
  const { code, stderr } = await runCommand(['serve', '--data', tempDir()], {}, { cwd })
  expect(code).toBe(2)
  expect(stderr).toContain('environment variable PORT "http" is not valid')
  expect(stderr).toContain('environment variable LOG_LEVEL "loud" is not valid')
})

test.each([
  ['FANSITE_DATA="/tmp/secret', ['FANSITE_DATA "']],
  ['FANSITE_DATA="/tmp/secret\nPORT=1', ['FANSITE_DATA "']],
  ["export FANSITE_DATA = 'secret\r\nPORT=`\r\n", ["FANSITE_DATA '", 'PORT `']],
  ['LOG_LEVEL="info"\nPORT="secret # 1"\nREDIS_HOST="x', ['REDIS_HOST "']]
])('the .env file %j with an unclosed quote is refused', async (text, unclosed) => {
  const cwd = tempDir()
  writeFileSync(path.join(cwd, '.env'), text)
  const { code, stdout, stderr } = await runCommand(['status'], {}, { cwd })
  const lines = unclosed.map((each) => {
    const [name, quote] = each.split(' ')
    return `Config error: in .env, the value of ${name} begins with ${quote} and has no closing quote; add it, or remove the first one\n`
  })
  expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: '', stderr: lines.join('') })
})

test('quoted values of a .env file may have several lines, and comments and values any quote', async () => {
  const cwd = tempDir()
  const lines = [
    `# PORT="1`,
    `POSTHOG_KEY="a`,
    `PORT='`,
    `"`,
    `FATHOM_SITE_ID=it's`,
    `LOG_LEVEL='loud' # "`,
    'REDIS_HOST=`a "host`',
    ''
  ]
  writeFileSync(path.join(cwd, '.env'), lines.join('\n'))
  const { code, stderr } = await runCommand(['serve', '--data', tempDir()], {}, { cwd })
  expect(code).toBe(2)
  expect(stderr).toContain('environment variable LOG_LEVEL "loud" is not valid')
  expect(stderr).toContain('environment variable REDIS_HOST "a "host" is not valid')
  expect(stderr).not.toContain('closing quote')
})

test('a folder named .env is refused with its remedy', async () => {
  const cwd = tempDir()
  mkdirSync(path.join(cwd, '.env'))
  const { code, stderr } = await runCommand(['status'], {}, { cwd })
  expect([code, stderr]).toEqual([
    2,
    expect.stringMatching(/^Config error: \.env cannot be read: EISDIR.*; rename this folder\n$/)
  ])
})

test('a set variable is not replaced by that of the .env file', async () => {
  const cwd = tempDir()
  writeFileSync(path.join(cwd, '.env'), '\uFEFFPORT=http\nLOG_LEVEL=loud\n')
  const { code, stderr } = await runCommand(['serve', '--data', tempDir()], { PORT: '' }, { cwd })
  expect(code).toBe(2)
  expect(stderr).not.toContain('PORT')
  expect(stderr).toContain('environment variable LOG_LEVEL "loud" is not valid')
})
