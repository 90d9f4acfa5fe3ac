import { expect, test } from 'vitest'

import { runCommand } from '../command.ts'
import { tempDir } from '../temp-dir.ts'

test('a bad configuration ends with exit code 2 and one message a line, no stack', async () => {
  const SITE_CONFIG = JSON.stringify({ name: '', author: ' ', rootNotionPageId: 'oops' })
  const { code, stdout, stderr } = await runCommand(['sync', '--data', tempDir()], { SITE_CONFIG })

  expect(code).toBe(2)
  expect(stdout).toBe('')
  expect(stderr.trim().split('\n')).toEqual([
    'Config error: missing required site config value "name"',
    'Config error: missing required site config value "author"',
    'Config error invalid rootNotionPageId "oops"'
  ])
})

test('SITE_CONFIG that is no JSON is named, then the parse error follows', async () => {
  const { code, stderr } = await runCommand(['serve', '--data', tempDir()], {
    SITE_CONFIG: '{"a":'
  })

  expect(code).toBe(2)
  const [first, second, ...rest] = stderr.trim().split('\n')
  expect(first).toBe('Invalid config "SITE_CONFIG" failed to parse')
  expect(second).toContain('JSON')
  expect(rest).toEqual([])
})

test('environment variables that do not parse are configuration errors, all at once', async () => {
  const { code, stderr } = await runCommand(['serve'], {
    FANSITE_DATA: tempDir(),
    PORT: 'http',
    LOG_LEVEL: 'loud',
    NOTION_API_BASE_URL: 'ftp://example.org',
    POSTHOG_KEY: 'a key',
    POSTHOG_HOST: 'us.i.posthog.com',
    FATHOM_SITE_ID: '<id>',
    FATHOM_SCRIPT_URL: 'javascript:alert(1)'
  })

  expect(code).toBe(2)
  expect(stderr).toContain('environment variable PORT "http" is not valid')
  expect(stderr).toContain('environment variable LOG_LEVEL "loud" is not valid')
  expect(stderr).toContain('environment variable NOTION_API_BASE_URL "ftp://example.org"')
  expect(stderr).toContain('environment variable POSTHOG_KEY "a key" is not valid')
  expect(stderr).toContain('environment variable POSTHOG_HOST "us.i.posthog.com" is not valid')
  expect(stderr).toContain('environment variable FATHOM_SITE_ID "<id>" is not valid')
  expect(stderr).toContain('environment variable FATHOM_SCRIPT_URL "javascript:alert(1)"')
  expect(stderr).not.toContain('    at ')
})

test.each([
  [['frobnicate'], 'unknown command'],
  [['sync', '--rate', 'fast'], 'Write a number above 0'],
  [['serve', '--port', '70000'], 'Write a number from 0 to 65535'],
  [['sync', '--nope'], 'unknown option']
])('misuse %j ends with exit code 2 and says what is wrong', async (args, message) => {
  const { code, stderr } = await runCommand(args)
  expect(code).toBe(2)
  expect(stderr).toContain(message)
})

test.each(['sync', 'serve', 'start'])('%s --help shows examples and ends with 0', async (name) => {
  const { code, stdout } = await runCommand([name, '--help'])
  expect(code).toBe(0)
  expect(stdout).toContain('Examples:')
  expect(stdout).toContain('--data <dir>')
})

test('a workspace that cannot be reached ends with exit code 1 and leaves no mirror', async () => {
  const dataDir = tempDir()
  const { code, stderr } = await runCommand(['sync', '--data', dataDir], {
    NOTION_API_BASE_URL: 'http://127.0.0.1:9/api/v3'
  })
  expect(code).toBe(1)
  expect(stderr).toContain('the workspace did not answer syncRecordValuesMain')
  expect(stderr).not.toContain('    at ')
})
