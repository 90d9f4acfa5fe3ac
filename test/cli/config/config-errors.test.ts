import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { expect, test } from 'vitest'

import { runCommand } from '../../support/command.ts'
import { freePort } from '../../support/run/free-port.ts'
import { tempDir } from '../../support/temp-dir.ts'

/** What the command prints in a folder with this `site.config.ts`. */
function printedWith(siteConfig: string, options = { alone: false }) {
  const cwd = tempDir()
  writeFileSync(path.join(cwd, 'site.config.ts'), siteConfig)
  return runCommand(['serve', '--data', path.join(cwd, 'data')], {}, { ...options, cwd })
}

test('an invalid configuration exits with 2 and prints one message a line without a stack trace', async () => {
  const SITE_CONFIG = JSON.stringify({ name: '', author: ' ', rootNotionPageId: 'oops' })
  const { code, stdout, stderr } = await runCommand(['sync', '--data', tempDir()], { SITE_CONFIG })

  expect(code).toBe(2)
  expect(stdout).toBe('')
  expect(stderr.trim().split('\n')).toEqual([
    'Config error: missing required site config value "name"',
    'Config error: missing required site config value "author"',
    'Config error invalid rootNotionPageId "oops"'
  ])
  const json = await runCommand(['sync', '--json', '--data', tempDir()], { SITE_CONFIG })
  const error = json.stderr.trim()
  expect([error, JSON.parse(json.stdout)]).toEqual([stderr.trim(), { error, exit_code: 2 }])
})

test.each([
  ['an empty object', 'export default {}'],
  ['null', 'export default null'],
  ['a string', "export default 'wiki'"],
  ['a list', 'export default []'],
  ['no default export', 'export const config = {}']
])('a site.config.ts with %s is an invalid site config', async (_, siteConfig) => {
  const { code, stderr } = await printedWith(siteConfig)
  expect(code).toBe(2)
  expect(stderr).toMatch(/^Invalid site config: site\.config\.ts must export .*\n$/)
})

test.each([
  ['throws', "throw new Error('no wind\\nin the lantern')", 'no wind in the lantern'],
  [
    'does not parse',
    'export default {',
    'Expected identifier but found end of file (site.config.ts:1:17)'
  ]
])(
  'a site.config.ts that %s is reported in one line with its path',
  async (_, siteConfig, cause) => {
    const { code, stderr } = await printedWith(siteConfig)
    expect(code).toBe(2)
    expect(stderr).toMatch(/^Config error: site\.config\.ts cannot be loaded: .*\n$/)
    expect(stderr).toContain(cause)
  }
)

test.each([
  ["export default { get description() { throw new Error('no wind') } }", {}],
  ["export default { social: { get github() { throw 'no wind' } } }", {}],
  [
    "export default { get description() { throw new Error('no wind') } }",
    { SITE_CONFIG: '{"name":"Lantern"}' }
  ]
])('a value of site.config.ts that throws when it is read is reported: %s', async (text, env) => {
  const cwd = tempDir()
  writeFileSync(path.join(cwd, 'site.config.ts'), text)
  const message = 'Config error: site.config.ts cannot be read: no wind'
  for (const command of ['serve', 'sync']) {
    const { code, stderr } = await runCommand([command, '--data', path.join(cwd, 'data')], env, {
      cwd
    })
    expect([code, stderr]).toEqual([2, `${message}\n`])
  }
  const doctor = await runCommand(['doctor', '--offline', '--json'], env, { cwd })
  const { ok, findings } = JSON.parse(doctor.stdout) as { ok: number; findings: object[] }
  expect(ok).toBeGreaterThan(1)
  expect(findings).toContainEqual(
    expect.objectContaining({ code: 'configuration_invalid', what: message })
  )
})

test('a folder named site.config.ts is refused with the remedy', async () => {
  const cwd = tempDir()
  mkdirSync(path.join(cwd, 'site.config.ts'))
  const { code, stderr } = await runCommand(
    ['serve', '--data', path.join(cwd, 'data')],
    {},
    { cwd }
  )
  expect([code, stderr]).toEqual([
    2,
    `Config error: site.config.ts cannot be loaded: ${path.join(cwd, 'site.config.ts')} is not a file; rename it, and run "fansite init" to write a file\n`
  ])
})

test('a site.config.ts in a folder with an asterisk in its name is read', async () => {
  const cwd = path.join(tempDir(), 'sites*')
  mkdirSync(cwd)
  writeFileSync(path.join(cwd, 'site.config.ts'), `console.log('read')\nexport default {}`)
  expect((await runCommand(['sync'], {}, { cwd })).stderr).toContain('read\n')
})

test('what a site.config.ts prints goes to stderr, and stdout has only the JSON document', async () => {
  const cwd = tempDir()
  const printing =
    "console.log('one'); console.info('two'); console.debug('three'); console.dir('four')"
  writeFileSync(path.join(cwd, 'site.config.ts'), `${printing}\nexport default {}`)
  const { stdout, stderr } = await runCommand(['sync', '--json'], {}, { cwd })
  expect(JSON.parse(stdout)).toMatchObject({ exit_code: 2 })
  expect(stderr).toContain("one\ntwo\nthree\n'four'\n")
})

test('a site.config.ts whose top-level await never settles is reported', async () => {
  const { code, stderr } = await printedWith('await new Promise(() => {})\nexport default {}', {
    alone: true
  })
  expect(code).toBe(2)
  expect(stderr.trim()).toBe(
    'Config error: site.config.ts cannot be loaded: its top-level await never settles; remove it, or await something that ends'
  )
})

test('a site.config.ts without rootNotionPageId is reported with the specified text', async () => {
  const { code, stderr } = await printedWith(
    "export default { name: 'Wiki', author: null, domain: 'wiki.example.org' }"
  )
  expect(code).toBe(2)
  expect(stderr.trim().split('\n')).toEqual([
    'Config error: missing required site config value "author"',
    'Config error invalid rootNotionPageId ""'
  ])
})

test('problems of the configuration and of the environment are reported together', async () => {
  const { code, stderr } = await runCommand(['serve', '--data', tempDir()], {
    SITE_CONFIG: JSON.stringify({ name: null, social: { chat: 'x' } }),
    PORT: 'http'
  })
  expect(code).toBe(2)
  expect(stderr.trim().split('\n')).toEqual([
    'Config error: unknown site config key "social.chat"; remove it',
    'Config error: missing required site config value "name"',
    'Config error: environment variable PORT "http" is not valid: write a number from 0 to 65535'
  ])
})

test('components that cannot be used are configuration errors', async () => {
  const data = tempDir()
  const components = path.join(data, 'components.tsx')
  const serve = (files: object) =>
    runCommand(['serve', '--data', data], { SITE_CONFIG: JSON.stringify(files) })
  writeFileSync(components, 'export const Calout = () => <b />')
  const customCss = path.join(components, 'below.css')
  const [absent, wrong] = await Promise.all([
    serve({ components: './absent.tsx', customCss }),
    serve({ components })
  ])
  expect([absent.code, wrong.code]).toEqual([2, 2])
  expect(absent.stderr.trim().split('\n')).toEqual([
    'Config error: components "./absent.tsx" is not a file; write the path of a module, relative to site.config.ts',
    `Config error: customCss "${customCss}" is not a file (ENOTDIR: not a directory, stat '${customCss}'); write the path of a style sheet, relative to site.config.ts`
  ])
  expect(wrong.stderr.trim()).toMatch(
    /^Config error: components ".*" cannot be used: "Calout" is not a slot; the slots are .*$/
  )
})

test.each(['null', '[]', '"wiki"'])(
  'SITE_CONFIG %s is rejected because it is not an object',
  async (SITE_CONFIG) => {
    const { code, stderr } = await runCommand(['serve', '--data', tempDir()], { SITE_CONFIG })
    expect(code).toBe(2)
    expect(stderr.trim()).toBe(
      'Invalid config "SITE_CONFIG": write a JSON object of site config keys'
    )
  }
)

test('SITE_CONFIG that is not JSON is reported with the parse error', async () => {
  const { code, stderr } = await runCommand(['serve', '--data', tempDir()], {
    SITE_CONFIG: '{"a":'
  })

  expect(code).toBe(2)
  const [first, second, ...rest] = stderr.trim().split('\n')
  expect(first).toBe('Invalid config "SITE_CONFIG" failed to parse')
  expect(second).toContain('JSON')
  expect(rest).toEqual([])
})

test('environment variables that do not parse are all reported as configuration errors', async () => {
  const { code, stderr } = await runCommand(['serve'], {
    FANSITE_DATA: tempDir(),
    PORT: 'http',
    LOG_LEVEL: 'loud',
    NOTION_API_BASE_URL: 'ftp://example.org',
    POSTHOG_KEY: 'a key',
    POSTHOG_HOST: 'us.i.posthog.com',
    FATHOM_SITE_ID: '<id>',
    FATHOM_SCRIPT_URL: 'javascript:alert(1)',
    REDIS_URL: 'http://:oil-and-wick@localhost:6379',
    REDIS_HOST: 'a host',
    REDIS_PORT: '70000',
    TRUSTED_PROXIES: '10.0.0.0/8, nobody',
    REDIS_NAMESPACE: 'a b'
  })

  expect(code).toBe(2)
  expect(stderr).toContain('environment variable PORT "http" is not valid')
  expect(stderr).toContain('environment variable LOG_LEVEL "loud" is not valid')
  expect(stderr).toContain('environment variable NOTION_API_BASE_URL "ftp://example.org"')
  expect(stderr).toContain('environment variable POSTHOG_KEY "a key" is not valid')
  expect(stderr).toContain('environment variable POSTHOG_HOST "us.i.posthog.com" is not valid')
  expect(stderr).toContain('environment variable FATHOM_SITE_ID "<id>" is not valid')
  expect(stderr).toContain('environment variable FATHOM_SCRIPT_URL "javascript:alert(1)"')
  expect(stderr).toContain('environment variable REDIS_URL is not valid: write an address such as')
  expect(stderr).not.toContain('oil-and-wick')
  expect(stderr).toContain('environment variable REDIS_HOST "a host" is not valid')
  expect(stderr).toContain('environment variable REDIS_PORT "70000" is not valid')
  expect(stderr).toContain('environment variable TRUSTED_PROXIES "10.0.0.0/8, nobody"')
  expect(stderr).toContain('environment variable REDIS_NAMESPACE "a b" is not valid')
  expect(stderr).not.toContain('    at ')
})

test.each(['NOTION_TOKEN', 'NOTION_ACTIVE_USER'])(
  '%s with a line break, a space or another letter is refused and not printed',
  async (variable) => {
    for (const value of ['v03%3AsecretSECRET\nsecondhalf', 'secretSECRET half', 'secretSECRÉT']) {
      const { code, stdout, stderr } = await runCommand(['sync', '--data', tempDir()], {
        [variable]: value
      })
      expect([code, stdout]).toEqual([2, ''])
      expect(stderr).toBe(
        `Config error: environment variable ${variable} is not valid: write one line of letters, digits and signs of ASCII, without spaces\n`
      )
    }
  }
)

test.each([
  [['frobnicate'], 'unknown command'],
  [['tables', '--data', ''], 'Write the name of a folder'],
  [['status', '--data', ' '], 'Write the name of a folder'],
  [['export', ''], 'Write the name of a folder'],
  [['build', ''], 'Write the name of a folder'],
  [['build', 'out', '--base-path', '/wi ki'], 'Write a path such as /wiki'],
  [['build', 'out', '--base-path', '/../x'], 'Write a path such as /wiki'],
  [['snapshot', ''], 'Write the name of a folder'],
  [['sync', '--record', ''], 'Write the name of a folder'],
  [['sync', '--page', ''], 'Write the id or path of a page'],
  [['verify', ''], 'Write the name of a folder or file'],
  [['doctor', '--report', ''], 'Write the name of a file'],
  [['sync', '--rate', 'fast'], 'Write a number above 0'],
  [['serve', '--port', '70000'], 'Write a number from 0 to 65535'],
  [['sync', '--nope'], 'unknown option']
])('misuse %j exits with 2 and names the mistake', async (args, message) => {
  const { code, stderr } = await runCommand(args)
  expect(code).toBe(2)
  expect(stderr).toContain(message)
})

test.each(['sync', 'serve', 'start'])('%s --help shows examples and exits with 0', async (name) => {
  const { code, stdout } = await runCommand([name, '--help'])
  expect(code).toBe(0)
  expect(stdout).toContain('Examples:')
  expect(stdout).toContain('--data <dir>')
})

test('an unreachable workspace exits with 1 and leaves no mirror', async () => {
  const dataDir = tempDir()
  const { code, stderr } = await runCommand(['sync', '--data', dataDir], {
    NOTION_API_BASE_URL: 'http://127.0.0.1:9/api/v3'
  })
  expect(code).toBe(1)
  expect(stderr).toContain('the workspace did not answer syncRecordValuesMain')
  expect(stderr).not.toContain('    at ')
})

test('a workspace that refuses connections is named with the cause and the remedy', async () => {
  const port = await freePort()
  const { code, stderr } = await runCommand(['sync', '--data', tempDir()], {
    NOTION_API_BASE_URL: `http://127.0.0.1:${port}/api/v3`
  })
  expect(code).toBe(1)
  expect(stderr).toContain(
    `the workspace did not answer syncRecordValuesMain: 127.0.0.1:${port} cannot be reached: connect ECONNREFUSED 127.0.0.1:${port}; check the network, the proxy or firewall, and NOTION_API_BASE_URL`
  )
})
