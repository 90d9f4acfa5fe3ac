import { expect, onTestFinished, test } from 'vitest'

import { startWorkspaceApi } from '../../../../demo/api/workspace-api.ts'
import { undashId } from '../../../../site/notion/blocks/notion-id.ts'
import { runCommand } from '../../../support/command.ts'
import { ROOT_ID, pageBlock, testId, workspaceOf } from '../../../support/workspaces/records.ts'
import { tempDir } from '../../../support/temp-dir.ts'

const link = (id: string) =>
  `https://www.notion.so/team/A-page-${undashId(id)}?pvs=4#${undashId(testId(99))}`

async function openWorkspace() {
  const pages = [pageBlock(2, 'Oil'), pageBlock(3, 'Secrets')]
  const api = await startWorkspaceApi({ workspace: workspaceOf([testId(2), testId(3)], pages) })
  onTestFinished(() => api.close())
  const data = tempDir()
  const SITE_CONFIG = JSON.stringify({
    rootNotionPageId: link(ROOT_ID),
    pageUrlOverrides: { '/fuel': link(testId(2)) },
    excludedPageIds: [link(testId(3))],
    navigationLinks: [{ title: 'Oil', pageId: link(testId(2)) }]
  })
  const env = { NOTION_API_BASE_URL: api.baseUrl, SITE_CONFIG }
  return (...args: string[]) => runCommand([...args, '--data', data], env)
}

test('page links are accepted for the root, overrides, exclusions and --page', async () => {
  const run = await openWorkspace()
  expect((await run('sync')).code).toBe(0)
  expect((await run('sync', '--page', link(testId(2)))).code).toBe(0)

  const pages = await run('query', 'select path from page order by path', '--csv')
  expect(pages.stdout.split(/\r?\n/)).toEqual(['path', '/', '/fuel', ''])
})
