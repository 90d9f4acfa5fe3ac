import { readFileSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { afterEach, beforeAll, expect, test } from 'vitest'

import { runCommand } from '../../support/command.ts'
import { freePort } from '../../support/run/free-port.ts'
import { tempDir } from '../../support/temp-dir.ts'
import { HOME } from '../../support/workspaces/collection-records.ts'
import { ROOT_ID } from '../../support/workspaces/records.ts'
import { TITLE, USER, VIEW, openExaminedSite } from './examined-site.ts'

let site: Awaited<ReturnType<typeof openExaminedSite>>

beforeAll(async () => {
  site = await openExaminedSite()
})

afterEach(() => {
  site.api.faults.set(undefined)
  site.api.substitutes.clear()
})

const canary = (name: string) => `Canary${name}Zq`

const env = {
  NOTION_TOKEN: canary('Token'),
  NOTION_ACTIVE_USER: canary('Account'),
  METRICS_TOKEN: canary('MetricsToken'),
  LOGNAME: canary('User'),
  HOME: `/home/${canary('Home')}`
}
const config = {
  name: canary('Name'),
  author: canary('Author'),
  domain: 'canarydomainzq.example',
  description: canary('Description'),
  excludedPageIds: [VIEW],
  isRedisEnabled: true
}

/** What no report may contain, besides canaries. */
function privateWords(dataDir: string): string[] {
  const ids = [ROOT_ID, HOME, USER, VIEW].flatMap((id) => [id, id.replaceAll('-', '')])
  return [...ids, TITLE, dataDir, os.hostname(), os.homedir(), site.api.origin, 'oil-and-wick']
}

async function reportOf(given: Parameters<typeof site.examine>[0] = {}) {
  const file = path.join(tempDir(), 'report.json')
  const examined = await site.examine({
    config,
    ...given,
    env: { ...env, ...given.env },
    args: ['--report', file, ...(given.args ?? [])]
  })
  return { ...examined, file, text: readFileSync(file, 'utf8') }
}

const faults = {
  'if all is well': async () => ({}),
  'with failures of many kinds': async () => ({
    dataDir: path.join(tempDir(), canary('Folder')),
    env: {
      NOTION_API_BASE_URL: 'http://canaryhostzq.invalid/api/v3',
      REDIS_URL: `redis://:oil-and-wick@127.0.0.1:${await freePort()}`,
      HOST: 'canaryaddresszq.invalid'
    }
  }),
  'with an invalid configuration': async () => ({
    config: { ...config, [canary('Key')]: canary('Value'), name: '', domain: canary('Domain ') },
    env: { PORT: canary('Port') }
  }),
  'with responses of another shape': async () => {
    site.api.substitutes.set(HOME, { id: HOME, schema: canary('Schema'), [canary('Field')]: 1 })
    site.api.substitutes.set(USER, canary('Person'))
    site.api.substitutes.set(VIEW, {
      id: VIEW,
      type: { [canary('Type')]: 1 },
      name: [canary('View')]
    })
    return {}
  },
  'with refusals': async () => {
    site.api.faults.set({ faults: ['bad-request'], after: 1 })
    return {}
  }
}

test.each(Object.entries(faults))('a report has no private word %s', async (_, prepare) => {
  const given = await prepare()
  const { text, file, findings } = await reportOf(given)
  expect(text.match(/canary\w*/gi)).toBeNull()
  for (const word of privateWords(site.dataDir)) expect(text).not.toContain(word)
  const report = JSON.parse(text) as { findings: object[] }
  expect(report.findings).toEqual(
    findings.map(({ check, status, code, facts = {} }) => ({ check, status, code, facts }))
  )
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('the words that a report leaves out are in the output for the terminal', async () => {
  const { findings } = await reportOf(await faults['with an invalid configuration']())
  expect(JSON.stringify(findings)).toMatch(/canary\w+/i)
})

test('a report that cannot be written is an error that names the file, after the findings', async () => {
  const file = path.join(tempDir(), 'absent', 'report.json')
  const args = ['doctor', '--offline', '--data', site.dataDir, '--report', file]
  const [text, json] = [await runCommand(args), await runCommand([...args, '--json'])]
  expect([text.code, json.code]).toEqual([1, 1])
  for (const { stderr } of [text, json]) {
    expect(stderr).toMatch(
      /^the report cannot be written: ENOENT: .*; name another file with --report\n$/
    )
    expect(stderr).toContain(file)
  }
  expect(text.stdout).toMatch(/^ok +node .*\n(.+\n)+\d+ ok, .* 0 requests to the workspace\n$/)
  expect(JSON.parse(json.stdout)).toEqual({
    ok: expect.any(Number),
    warning: expect.any(Number),
    failure: expect.any(Number),
    skipped: expect.any(Number),
    requests: 0,
    findings: expect.arrayContaining([expect.objectContaining({ check: 'mirror' })]),
    error: expect.stringContaining(file),
    exit_code: 1
  })
})
