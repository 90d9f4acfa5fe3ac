import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync
} from 'node:fs'
import path from 'node:path'

import { fastifyStatic } from '@fastify/static'
import { fastify } from 'fastify'

import { startWorkspaceApi } from '../../../demo/api/workspace-api.ts'
import { sampleAssets, sampleWorkspace } from '../../../demo/sample/sample.ts'
import shipped from '../../../site.config.ts'
import type { SiteConfig } from '../../../site/config/config.ts'
import { runCommand } from '../command.ts'
import { onFinished } from '../on-finished.ts'
import { lockWhenFree, syncOrCopy } from '../run/kept-mirrors.ts'
import { digestOf, testCache } from '../run/source-digest.ts'
import { syncElsewhere } from '../run/sync-elsewhere.ts'
import { tempDir } from '../temp-dir.ts'
import { testConfig } from '../workspaces/test-config.ts'

/** A folder that a file server sends. */
export interface StaticSite {
  /** Without a slash at its end, with the base path. */
  address: string
  folder: string
  /** The data directory that it was built from. */
  dataDir: string
}

/** The configuration of the sample's folders: the shipped one, at the domain of tests. */
export function sampleConfig(): SiteConfig {
  const { rootPageId } = sampleWorkspace()
  return testConfig(rootPageId, { ...shipped, domain: testConfig(rootPageId).domain })
}

const DIGEST_LENGTH = 16
/** Of the digest and the day. */
const KEY_LENGTH = DIGEST_LENGTH + 11

/** What a folder depends on. */
const sources = ['cli', 'db', 'demo', 'migrations', 'server', 'site', 'static', 'web']
const settings = ['package-lock.json', 'site.config.ts', 'vite.config.ts', 'vite.node.config.ts']
let sourceDigest: string | undefined

/**
 * The sample as `fansite build` writes it, sent by a plain file server until the test or file ends. It is
 * built once for the same sources and the same day, and must not be changed.
 */
export async function staticSite({ basePath = '' } = {}): Promise<StaticSite> {
  const atRoot = keptPath()
  await keepSample(atRoot, { basePath: '' })
  const kept = atRoot + basePath.replaceAll('/', '-')
  // With the data directory of the other one, its pictures need not be drawn again.
  await keepSample(kept, { basePath, dataDir: path.join(atRoot, 'data') })
  const folder = path.join(kept, 'site')
  const address = await serveFolder(folder, basePath)
  return { folder, dataDir: path.join(atRoot, 'data'), address }
}

/** Where a folder is kept for the same sources and the same day. */
function keptPath(): string {
  const day = new Date().toISOString().slice(0, 10)
  sourceDigest ??= digestOf([...sources, ...settings]).slice(0, DIGEST_LENGTH)
  return path.join(testCache, 'static', `${sourceDigest}-${day}`)
}

async function keepSample(
  kept: string,
  { basePath, dataDir: given }: { basePath: string; dataDir?: string }
): Promise<void> {
  await keep(kept, async (partial) => {
    const dataDir = given ?? path.join(partial, 'data')
    if (given === undefined) await syncSample(dataDir)
    await buildFolder(path.join(partial, 'site'), { dataDir, basePath })
  })
}

/**
 * Fills a folder unless it is kept. Other workers that want it wait meanwhile, because a build of the
 * sample takes ten seconds of CPU time.
 */
async function keep(kept: string, fill: (partial: string) => Promise<void>): Promise<void> {
  if (existsSync(kept)) return
  mkdirSync(path.dirname(kept), { recursive: true })
  const lock = await lockWhenFree(`${kept}.lock`)
  try {
    if (!existsSync(kept)) await fillFolder(kept, fill)
  } finally {
    lock.close()
  }
}

async function fillFolder(kept: string, fill: (partial: string) => Promise<void>): Promise<void> {
  removeOthers(kept)
  const partial = mkdtempSync(path.join(path.dirname(kept), 'partial-'))
  try {
    await fill(partial)
    renameSync(partial, kept)
  } finally {
    rmSync(partial, { recursive: true, force: true })
  }
}

/** Those of other sources, or of another day. Several workers may do this at the same time. */
function removeOthers(kept: string): void {
  const folder = path.dirname(kept)
  const key = path.basename(kept).slice(0, KEY_LENGTH)
  for (const name of readdirSync(folder).filter((each) => /^[0-9a-f]{16}-/.test(each))) {
    if (name.startsWith(key)) continue
    rmSync(path.join(folder, name), { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Syncs the sample, or copies a mirror of it; see `syncOrCopy`. */
export async function syncSample(dataDir: string): Promise<void> {
  const workspace = sampleWorkspace()
  const config = sampleConfig()
  const api = await startWorkspaceApi({ workspace, assets: sampleAssets })
  try {
    const given = { workspace, assets: sampleAssets, config }
    await syncOrCopy(given, dataDir, () => syncElsewhere(api, { config, dataDir }))
  } finally {
    await api.close()
  }
}

/** Runs `fansite build` for a mirror of a test, and returns its counts. Throws unless it succeeds. */
export async function buildFolder(
  folder: string,
  options: { dataDir: string; basePath?: string; config?: object; more?: string[] }
): Promise<Record<string, unknown>> {
  const { dataDir, basePath = '', more = [] } = options
  const config = options.config ?? sampleConfig()
  const result = await runCommand(
    [
      'build',
      folder,
      '--data',
      dataDir,
      '--base-path',
      basePath,
      '--social-images',
      'site',
      '--json'
    ].concat(more),
    { SITE_CONFIG: JSON.stringify(config) }
  )
  if (result.code !== 0) throw new Error(`the build ended with ${result.code}: ${result.stderr}`)
  return JSON.parse(result.stdout) as Record<string, unknown>
}

/**
 * The folder of a mirror, sent until the test or file ends. It is built once for the same sources, day
 * and `name`.
 */
export async function keptFolder(
  name: string,
  site: Parameters<typeof buildFolder>[1]
): Promise<string> {
  const kept = `${keptPath()}-${name}`
  await keep(kept, async (partial) => void (await buildFolder(path.join(partial, 'site'), site)))
  return serveFolder(path.join(kept, 'site'))
}

/** Builds the folder of a mirror, and sends it until the test or file ends. */
export async function openFolder(
  site: Parameters<typeof buildFolder>[1]
): Promise<Pick<StaticSite, 'folder' | 'address'>> {
  const folder = path.join(tempDir(), 'site')
  await buildFolder(folder, site)
  return { folder, address: await serveFolder(folder, site.basePath) }
}

/**
 * Sends a folder at a free port like a common host: `index.html` of folders, redirects to their slash,
 * `404.html`, and the headers of `_headers`. Returns the address.
 */
export async function serveFolder(folder: string, basePath = ''): Promise<string> {
  const app = fastify({ forceCloseConnections: true })
  const rules = readHeaderRules(path.join(folder, '_headers'))
  app.addHook('onSend', async ({ url }, reply) => {
    for (const rule of rules.filter((each) => isMatch(each.path, url.split('?')[0] ?? ''))) {
      for (const name of rule.without) reply.removeHeader(name)
      for (const [name, value] of rule.headers) {
        const before = reply.getHeader(name)
        reply.header(name, before === undefined ? value : `${String(before)}, ${value}`)
      }
    }
  })
  await app.register(fastifyStatic, {
    root: folder,
    prefix: `${basePath}/`,
    redirect: true,
    dotfiles: 'deny',
    cacheControl: false
  })
  app.setNotFoundHandler((_request, reply) =>
    reply
      .code(404)
      .type('text/html')
      .send(readFileSync(path.join(folder, '404.html')))
  )
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  onFinished(() => app.close())
  return address + basePath
}

interface HeaderRule {
  path: string
  headers: [string, string][]
  without: string[]
}

function readHeaderRules(file: string): HeaderRule[] {
  const rules: HeaderRule[] = []
  for (const line of readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
    const rule = rules.at(-1)
    const removed = /^ {2}! (.+)$/.exec(line)?.[1]
    const [, name = '', value = ''] = /^ {2}([\w-]+): (.*)$/.exec(line) ?? []
    if (!line.startsWith(' ')) rules.push({ path: line, headers: [], without: [] })
    else if (removed !== undefined) rule?.without.push(removed)
    else rule?.headers.push([name, value])
  }
  return rules
}

function isMatch(pattern: string, url: string): boolean {
  return pattern.endsWith('*') ? url.startsWith(pattern.slice(0, -1)) : pattern === url
}
