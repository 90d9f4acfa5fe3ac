import path from 'node:path'

import { type WorkspaceApi, startWorkspaceApi } from '../../../demo/api/workspace-api.ts'
import type { WorkspaceFile } from '../../../demo/builder/workspace-file.ts'
import { runCommand } from '../../support/command.ts'
import { onFinished } from '../../support/on-finished.ts'
import { freePort } from '../../support/run/free-port.ts'
import { importing } from '../../support/run/waits.ts'
import { syncElsewhere } from '../../support/run/sync-elsewhere.ts'
import { attachment, imageBlock, picture } from '../../support/sites/file-site.ts'
import {
  HOME,
  collection,
  row,
  view,
  withCollections
} from '../../support/workspaces/collection-records.ts'
import { ROOT_ID, testId } from '../../support/workspaces/records.ts'
import { testConfig } from '../../support/workspaces/test-config.ts'
import { tempDir } from '../../support/temp-dir.ts'

export const VIEW = testId(510)
export const USER = testId(900)
const FILE = attachment(531)
export const TITLE = 'Lamps of the lower caves'

/** A line of `fansite doctor --json`. */
export interface Finding {
  check: string
  status: string
  code: string
  what: string
  remedy?: string
  facts?: Record<string, unknown>
}

export interface Examination {
  code: number | null
  stderr: string
  requests: number
  findings: Finding[]
  /** The findings that are neither ok nor skipped. */
  problems: string[]
}

/** A synced site with one record of each table and a stored file, and `fansite doctor` for it. */
export async function openExaminedSite() {
  const assets = new Map([[FILE, { mediaType: 'image/png', read: () => picture(1) }]])
  const api = await startWorkspaceApi({ workspace: workspace(), assets })
  onFinished(() => api.close())
  const dataDir = path.join(tempDir(), 'data')
  await syncElsewhere(api, { config: testConfig(ROOT_ID), dataDir })
  const port = await freePort()
  const site = {
    api,
    dataDir,
    port,
    /** Runs `doctor` with these variables; `config` has keys of the configuration. */
    examine: (options: Options = {}) => examine(api, { dataDir, port, ...options })
  }
  return site
}

interface Options {
  dataDir?: string
  args?: string[]
  env?: Record<string, string>
  config?: Record<string, unknown>
  /** What the command's process, then one of its own, begins with; see `importing`. */
  module?: string
}

async function examine(
  api: WorkspaceApi,
  { dataDir, port, args = [], env, config, module }: Options & { dataDir: string; port: number }
): Promise<Examination> {
  const keys = { rootNotionPageId: ROOT_ID, pageUrlOverrides: {}, navigationLinks: [] }
  const { code, stdout, stderr } = await runCommand(
    ['doctor', '--data', dataDir, '--json', ...args],
    {
      NOTION_API_BASE_URL: api.baseUrl,
      SITE_CONFIG: JSON.stringify({ ...keys, ...config }),
      HOST: '127.0.0.1',
      PORT: String(port),
      ...(module !== undefined && importing(module)),
      ...env
    },
    { alone: module !== undefined }
  )
  const { requests, findings } = JSON.parse(stdout) as Examination
  const problems = findings
    .filter(({ status }) => status !== 'ok' && status !== 'skipped')
    .map(({ status, check, code: name }) => `${status} ${check} ${name}`)
  return { code, stderr, requests, findings, problems }
}

function workspace(): WorkspaceFile {
  const built = withCollections(
    { collection_id: HOME },
    {
      collections: [collection(HOME, TITLE)],
      views: [view(510, {})],
      blocks: [row(520, HOME), imageBlock(530, FILE)]
    }
  )
  built.block[ROOT_ID]?.content?.push(testId(530))
  const user = { id: USER, name: 'Keeper of the lamp' }
  // Of a user, only these fields are read.
  return { ...built, notion_user: { [USER]: user as never } }
}
