import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import Database from 'better-sqlite3'
import { expect } from 'vitest'

import { type WorkspaceApi, startWorkspaceApi } from '../../demo/api/workspace-api.ts'
import { buildApp } from '../../server/app.ts'
import { runCommand } from '../support/command.ts'
import { ROOT_ID } from '../support/workspaces/records.ts'
import { testConfig } from '../support/sites/site.ts'
import type { World } from './world.ts'

/** Everything that one way of publishing exposes, by name. Names of files count as content. */
export type Contents = Map<string, Buffer>

export interface Published {
  /** Files that a copy of the data directory contains. */
  mirror: Contents
  /** The same files after the first sync, before content became private. */
  before: Contents
  snapshot: Contents
  export: Contents
  answers: Contents
}

/**
 * Syncs a world with the command, makes the content of `formerPlantings` private, and syncs again.
 */
export async function publishWorld(world: World, token: string): Promise<Published> {
  const folder = mkdtempSync(path.join(tmpdir(), 'fansite-test-'))
  const api = await startWorkspaceApi(world)
  try {
    const dataDir = path.join(folder, 'data')
    await runSync(api, { world, token, dataDir })
    const before = publicFiles(dataDir)
    for (const change of world.later) change(api.edit)
    await runSync(api, { world, token, dataDir })
    await run(['snapshot', path.join(folder, 'snapshot'), '--data', dataDir])
    await run(['export', path.join(folder, 'export'), '--data', dataDir])
    return {
      mirror: publicFiles(dataDir),
      before,
      snapshot: filesBelow(path.join(folder, 'snapshot')),
      export: filesBelow(path.join(folder, 'export')),
      answers: await answersOf(world, dataDir)
    }
  } finally {
    await api.close()
    rmSync(folder, { recursive: true })
  }
}

async function runSync(
  api: WorkspaceApi,
  { world, token, dataDir }: { world: World; token: string; dataDir: string }
): Promise<void> {
  const { excludedPageIds } = world
  const config = { rootNotionPageId: ROOT_ID, pageUrlOverrides: {}, navigationLinks: [] }
  await run(['sync', '--data', dataDir], {
    NOTION_API_BASE_URL: api.baseUrl,
    NOTION_TOKEN: token,
    NOTION_ACTIVE_USER: token,
    SITE_CONFIG: JSON.stringify({ ...config, excludedPageIds })
  })
}

async function run(args: string[], env: Record<string, string> = {}): Promise<void> {
  const { code, stderr } = await runCommand(args, env)
  expect(code, stderr).toBe(0)
}

/** The mirror with its log and asset files; other files are only for the sync. */
function publicFiles(dataDir: string): Contents {
  return new Map([...filesBelow(dataDir)].filter(([name]) => /^(mirror\.db|assets)/.test(name)))
}

function filesBelow(folder: string): Contents {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const files = names.filter((name) => statSync(path.join(folder, name)).isFile())
  return new Map(files.map((name) => [name, readFileSync(path.join(folder, name))]))
}

/** Responses to a visitor who opens every page, searches, and requests private records by id. */
async function answersOf(world: World, dataDir: string): Promise<Contents> {
  const app = await buildApp({ config: testConfig(ROOT_ID), dataDir, logLevel: 'error' })
  const answers: Contents = new Map()
  for (const url of [...pathsOf(dataDir), ...pathsById(world)]) {
    const { headers, rawPayload } = await app.inject(url)
    answers.set(url, Buffer.concat([Buffer.from(JSON.stringify(headers)), rawPayload]))
  }
  await app.close()
  return answers
}

function pathsOf(dataDir: string): string[] {
  const mirror = new Database(path.join(dataDir, 'mirror.db'), { readonly: true })
  const paths = mirror.prepare<[], string>('select path from page').pluck().all()
  mirror.close()
  return paths.map((each) => encodeURI(each))
}

/** All routes that list pages. */
const lists = ['/all-pages', '/tags', '/recent-changes', '/sitemap.xml', '/feed.xml', '/llms.txt']

function pathsById({ workspace }: World): string[] {
  const words = ['once', 'off', 'row', 'lanternlight']
  return [
    ...lists,
    ...words.flatMap((word) => [`/api/search-notion?query=${word}`, `/search?q=${word}`]),
    ...Object.keys(workspace.block).flatMap((id) => [
      `/${id.replaceAll('-', '')}`,
      `/api/notion-page-info?pageId=${id}`
    ])
  ]
}
