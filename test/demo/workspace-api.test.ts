import path from 'node:path'

import { NotionAPI } from 'notion-client'
import { getBlockValue, getPageContentBlockIds } from 'notion-utils'
import { expect, onTestFinished, test } from 'vitest'

import { readWorkspaceFile } from '../../demo/read-workspace-file.ts'
import { sampleAssets, sampleWorkspace } from '../../demo/sample.ts'
import { type WorkspaceApiOptions, startWorkspaceApi } from '../../demo/workspace-api.ts'
import type { WorkspaceFile } from '../../demo/workspace-file.ts'
import { ROOT_ID, pageBlock, record, testId, textBlock, workspaceOf } from '../records.ts'

async function openApi(options: WorkspaceApiOptions) {
  const api = await startWorkspaceApi(options)
  onTestFinished(() => api.close())
  const post = async (endpoint: string, body: object) => {
    const reply = await fetch(`${api.baseUrl}/${endpoint}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body)
    })
    return { status: reply.status, body: (await reply.json()) as Record<string, any> }
  }
  return { api, post, client: new NotionAPI({ apiBaseUrl: api.baseUrl }) }
}
