import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'

import { collectOutput, startCommand } from '../../support/command.ts'
import { freePort } from '../../support/run/free-port.ts'
import { onFinished } from '../../support/on-finished.ts'
import { mirrorDir } from '../../support/sites/mirror-dir.ts'
import { ROOT_ID } from '../../support/workspaces/records.ts'
import { tempDir } from '../../support/temp-dir.ts'
import { litestream, missing } from '../follower.ts'
import { isSent, readDockerfile } from './dockerfile.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const folder = 'deploy/container'
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

const dockerfile = readDockerfile(read(`${folder}/Dockerfile`))
const ignored = read(`${folder}/Dockerfile.dockerignore`)
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))

const serviceShape = z.looseObject({
  build: z.object({ context: z.string(), dockerfile: z.string(), target: z.string() }),
  entrypoint: z.array(z.string()).default([]),
  command: z.array(z.string()).default([]),
  environment: z.record(z.string(), z.string()).default({}),
  volumes: z.array(z.string()).default([]),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).default({}),
  read_only: z.literal(true),
  cap_drop: z.tuple([z.literal('ALL')]),
  security_opt: z.tuple([z.literal('no-new-privileges:true')])
})
const { services, volumes } = z
  .looseObject({
    services: z.record(z.string(), serviceShape),
    volumes: z.record(z.string(), z.null())
  })
  .parse(parse(read(`${folder}/compose.yml`), { merge: true }))

const stages = [...new Set(dockerfile.map(({ stage }) => stage))]
const inStage = (stage: string, name: string) =>
  dockerfile.filter((each) => each.stage === stage && each.name === name).map(({ text }) => text)

test('every file that the Dockerfile copies exists and is sent to the build', () => {
  const copied = dockerfile
    .filter(({ name, text }) => name === 'COPY' && !text.startsWith('--from='))
    .flatMap(({ text }) => text.split(' ').slice(0, -1))
  expect(copied.length).toBeGreaterThan(4)
  for (const file of copied) {
    expect(existsSync(path.join(root, file)), file).toBe(true)
    expect(file === '.' || isSent(file, ignored), file).toBe(true)
  }
  const from = dockerfile.flatMap(({ text }) => /^--from=(\S+)/.exec(text)?.[1] ?? [])
  expect(stages).toEqual(expect.arrayContaining(from))
})

test('secrets, data and tests are not sent to the build, but all sources are', () => {
  const secrets = ['.env', '.env.local', `${folder}/.env`]
  const unsent = [...secrets, 'data/staging.db', 'test/docs.test.ts', '.git/config']
  expect(unsent.filter((file) => isSent(file, ignored))).toEqual([])
  const sources = JSON.parse(read('dist/node/sources.json')) as Record<string, string>
  const own = Object.keys(sources).filter((file) => !file.startsWith('node_modules/'))
  expect(own.filter((file) => !isSent(file, ignored))).toEqual([])
  expect(own).toContain('cli/fansite.ts')
})

test('the image runs as a user without rights', () => {
  const users = Object.fromEntries(stages.map((stage) => [stage, inStage(stage, 'USER').at(-1)]))
  expect(users).toMatchObject({ fansite: '10001:10001', proxy: '101' })
  expect(inStage('fansite', 'RUN').join()).toContain('useradd --uid 10001')
  for (const image of inStage('fansite', 'FROM').concat(inStage('proxy', 'FROM')))
    expect(image).toMatch(/:\d/)
})

test('every service of the compose file is built here, and names what exists', () => {
  expect(Object.keys(services)).toEqual(
    expect.arrayContaining(['sync', 'litestream', 'pull', 'serve-1', 'serve-2', 'serve-3', 'nginx'])
  )
  for (const [
    name,
    { build, entrypoint, command, depends_on: needed, ...service }
  ] of Object.entries(services)) {
    expect(path.join(folder, build.context), name).toBe('.')
    expect(existsSync(path.join(root, build.dockerfile)), name).toBe(true)
    expect(stages, name).toContain(build.target)
    const files = [...entrypoint, ...command].filter((word) => word.startsWith('deploy/'))
    for (const file of files) {
      expect(existsSync(path.join(root, file)), file).toBe(true)
      expect(isSent(file, ignored), file).toBe(true)
    }
    for (const volume of service.volumes)
      expect(Object.keys(volumes), name).toContain(volume.split(':')[0])
    for (const other of Object.keys(needed)) expect(Object.keys(services)).toContain(other)
  }
})

test('the folders of volumes exist in the image and belong to its user', () => {
  const [made = ''] = inStage('fansite', 'RUN')
  const folders = Object.values(services).flatMap((service) =>
    service.volumes.map((volume) => volume.split(':')[1] ?? '')
  )
  for (const each of folders) expect(made, each).toContain(each)
})

/** Starts the served sample, and returns the health check of the image for its port. */
async function openServed() {
  const { dataDir } = await mirrorDir()
  const SITE_CONFIG = JSON.stringify({
    rootNotionPageId: ROOT_ID,
    pageUrlOverrides: {},
    navigationLinks: [],
    components: null
  })
  const port = await freePort()
  const child = startCommand(['serve', '--data', dataDir, '--port', String(port)], { SITE_CONFIG })
  onFinished(() => child.kill('SIGKILL'))
  const output = collectOutput(child)
  await expect.poll(() => output.stdout).toContain(`:${port}`)
  return { child, port }
}

const healthCheck = (): string[] => {
  const [text = ''] = inStage('fansite', 'HEALTHCHECK')
  return JSON.parse(text.slice(text.indexOf('[')))
}

function checkHealth(port: number): Promise<number> {
  const [program = '', ...args] = healthCheck()
  const env = { PATH: process.env['PATH'], PORT: String(port) }
  return new Promise((resolve) => {
    execFile(program, args, { env }, (error) => resolve(Number(error?.code ?? 0)))
  })
}

test('the health check passes while a server runs, and fails without one', async () => {
  const { child, port } = await openServed()
  expect(await checkHealth(port)).toBe(0)
  child.kill('SIGTERM')
  await once(child, 'exit')
  expect(await checkHealth(port)).toBe(1)
})

const nginx =
  spawnSync('nginx', ['-v']).error === undefined ? '' : ' (skipped: nginx is not installed)'

test.skipIf(nginx !== '')(`nginx accepts the configuration for three nodes${nginx}`, () => {
  const place = tempDir()
  const script = path.join(root, folder, 'three-nodes.sed')
  const { stdout } = spawnSync(
    'sed',
    ['-f', script, path.join(root, 'deploy/nginx/fansite.conf')],
    {
      encoding: 'utf8'
    }
  )
  const nodes = stdout.match(/^ {4}server serve-\d:3000 .*$/gm)
  expect(nodes).toHaveLength(3)
  expect(stdout).toContain('listen 8080;')
  expect(stdout).toContain('proxy_cache_path /var/cache/nginx levels')
  const names = Object.keys(services).filter((name) => name.startsWith('serve-'))
  expect(nodes?.map((line) => line.trim().split(/[ :]/)[1])).toEqual(names)
  // The names exist only in the network of the containers.
  const site = stdout.replaceAll(/serve-\d:/g, '127.0.0.1:').replace('/var/cache/nginx', place)
  writeFileSync(path.join(place, 'site.conf'), site)
  const main = path.join(place, 'nginx.conf')
  writeFileSync(
    main,
    `pid ${place}/pid; error_log stderr; events {} http { access_log off; include ${place}/site.conf; }`
  )
  const { status, stderr } = spawnSync('nginx', ['-t', '-p', place, '-c', main], {
    encoding: 'utf8'
  })
  expect(stderr).toContain('test is successful')
  expect(status).toBe(0)
})

/** Starts a script of the container with `PATH` and these variables; it is stopped at the end. */
function startScript(name: string, env: Record<string, string>) {
  const child = spawn('sh', [path.join(root, folder, name)], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe']
  })
  const output = collectOutput(child)
  onFinished(() => child.kill('SIGKILL'))
  return { child, output }
}

test.each([
  ['publishes what a sync has published with new failures', 3, ['sync', 'snapshot', 'sync']],
  ['publishes nothing after a sync that failed', 1, ['sync', 'sync']]
])('the loop %s', async (_, code, commands) => {
  const base = tempDir()
  const [program, notes] = [path.join(base, 'fansite'), path.join(base, 'commands')]
  writeFileSync(program, `echo "$1" >> ${notes}; [ "$1" != sync ] || exit ${code}`)
  const { child } = startScript('sync-loop.sh', {
    FANSITE: `sh ${program}`,
    FANSITE_DATA: base,
    FANSITE_COPY: path.join(base, 'copy', 'mirror.db'),
    FANSITE_UPLOAD_ASSETS: ':',
    SYNC_SECONDS: '0'
  })
  const noted = () => (existsSync(notes) ? readFileSync(notes, 'utf8').split('\n') : [])
  await expect.poll(() => noted().length).toBeGreaterThan(commands.length)
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
  expect(noted().slice(0, commands.length)).toEqual(commands)
})

test.skipIf(litestream === undefined)(
  `the loops bring a publication and whole files from the sync to three nodes, and end at a signal${missing}`,
  async () => {
    const { api } = await mirrorDir()
    const base = tempDir()
    const [data, replica, nodes] = ['data', 'replica', 'nodes'].map((name) =>
      path.join(base, name)
    ) as [string, string, string]
    const copy = path.join(base, 'copy', 'mirror.db')
    for (const node of ['1', '2', '3']) mkdirSync(path.join(nodes, node), { recursive: true })
    const asset = path.join('assets', '00', '0'.repeat(64))
    for (const [place, content] of [
      [data, 'the whole file'],
      // As a copy that was interrupted would have left it.
      [replica, 'the whole']
    ] as const) {
      mkdirSync(path.dirname(path.join(place, asset)), { recursive: true })
      writeFileSync(path.join(place, asset), content)
    }
    const sync = startScript('sync-loop.sh', {
      FANSITE_DATA: data,
      FANSITE_COPY: copy,
      REPLICA: replica,
      NOTION_API_BASE_URL: api.baseUrl,
      SITE_CONFIG: JSON.stringify({
        rootNotionPageId: ROOT_ID,
        pageUrlOverrides: {},
        navigationLinks: []
      })
    })
    await expect.poll(() => existsSync(copy)).toBe(true)
    const config = path.join(base, 'litestream.yml')
    const text = read(`${folder}/litestream.yml`)
    writeFileSync(
      config,
      text.replace('/var/lib/fansite-copy/mirror.db', copy).replace('/var/lib/replica', replica)
    )
    const shipping = spawn(litestream ?? '', ['replicate', '-config', config], { stdio: 'ignore' })
    onFinished(() => shipping.kill('SIGKILL'))
    const pull = startScript('pull-loop.sh', {
      NODES: nodes,
      REPLICA: replica,
      // As in the image, where nothing names the program.
      PATH: [path.dirname(litestream ?? ''), process.env['PATH']].join(':'),
      PULL_SECONDS: '0.2'
    })
    for (const node of ['1', '2', '3']) {
      await expect.poll(() => existsSync(path.join(nodes, node, 'mirror.db'))).toBe(true)
      expect(readFileSync(path.join(nodes, node, asset), 'utf8')).toBe('the whole file')
    }
    for (const { child } of [sync, pull]) {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      expect(await ended).toEqual([0, null])
    }
  }
)
