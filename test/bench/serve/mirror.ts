import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { startWorkspaceApi } from '../../../demo/api/workspace-api.ts'
import { pageId } from '../../../demo/builder/record-ids.ts'
import { sampleAssets } from '../../../demo/sample/sample-assets.ts'
import { runCommand } from '../../support/command.ts'
import type { Report } from './report.ts'
import { benchWorkspace } from './workspace.ts'

/** A synced workspace that can be edited. */
export interface BenchMirror {
  /** Number of pages, rows included. */
  pages: number
  fillers: number
  dataDir: string
  env: Record<string, string>
  /** Edits a page so that it contains `version <number>`, and syncs. Returns the Unix time of the end. */
  publish: (version: number) => Promise<number>
  /** A copy of the mirror and its files without anything that a server keeps beside them. */
  copy: () => Promise<string>
  /** Updates a copy by replacing its file. */
  update: (copy: string) => Promise<void>
  close: () => Promise<void>
}

/** What every section uses. */
export interface Bench {
  mirror: BenchMirror
  report: Report
  /** A temporary folder. */
  folder: string
  isFull: boolean
}

/** Path of the page that `publish` edits, and the pattern that finds its version. */
export const EDITED_PATH = '/filler-0'
export const VERSION_PATTERN = String.raw`version (\d+)`
const EDITED_PAGE = 'Filler 0'

export async function prepareMirror(fillers: number): Promise<BenchMirror> {
  const folder = mkdtempSync(path.join(tmpdir(), 'fansite-serve-'))
  const workspace = benchWorkspace(fillers)
  const pages = Object.values(workspace.block).filter(({ type }) => type.endsWith('page')).length
  const api = await startWorkspaceApi({ workspace, isOwned: true, assets: sampleAssets })
  const dataDir = path.join(folder, 'data')
  const env = {
    NOTION_API_BASE_URL: api.baseUrl,
    SITE_CONFIG: JSON.stringify({ rootNotionPageId: workspace.rootPageId })
  }
  const edited = workspace.block[pageId(EDITED_PAGE)]?.content?.[0] ?? ''
  const sync = () => fansite(['sync', '--data', dataDir], env)
  const update = (copy: string) => fansite(['snapshot', copy, '--data', dataDir], env)
  let copies = 0
  api.edit.setText(edited, 'version 0')
  await sync()
  return {
    pages,
    fillers,
    dataDir,
    env,
    publish: async (version) => {
      api.edit.setText(edited, `version ${version}`)
      await sync()
      return Date.now()
    },
    copy: async () => {
      const copy = path.join(folder, `copy-${++copies}`)
      await update(copy)
      return copy
    },
    update,
    close: async () => {
      await api.close()
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

async function fansite(args: string[], env: Record<string, string>): Promise<void> {
  const { code, stderr } = await runCommand(args, env)
  if (code !== 0) throw new Error(`fansite ${args[0]} exits with ${code}:\n${stderr.slice(-2000)}`)
}
