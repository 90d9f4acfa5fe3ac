import { once } from 'node:events'
import { parseArgs } from 'node:util'

import { generateWorkspace } from './generate/generate-workspace.ts'
import { startControl } from './generate/control.ts'
import { readWorkspaceFile } from './builder/read-workspace-file.ts'
import { type RecordShape, recordShapes } from './api/record-boxes.ts'
import { startWorkspaceApi } from './api/workspace-api.ts'
import type { WorkspaceFile } from './builder/workspace-file.ts'

const usage = `usage: npm run workspace -- <workspace.json> [--port 0] [--shape ${recordShapes.join('|')}]
       npm run workspace -- --generate <pages> [--blocks-per-page 109] [--seed 1]`

/**
 * Serves a recorded workspace from a file, or a generated one, until it is stopped. Prints the
 * API's URL, and for a generated workspace the control URL.
 */
async function serveWorkspace(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      port: { type: 'string', default: '0' },
      shape: { type: 'string', default: 'nested' },
      generate: { type: 'string' },
      'blocks-per-page': { type: 'string' },
      seed: { type: 'string' }
    }
  })
  const [file] = positionals
  const { generate, 'blocks-per-page': blocksPerPage, seed } = values
  const shape = recordShapes.find((known) => known === values.shape)
  const port = Number(values.port)
  const isPort = Number.isInteger(port) && port >= 0 && port < 65_536
  const isOneSource = (file === undefined) !== (generate === undefined)
  if (!isOneSource || !isPort || !shape) {
    console.error(usage)
    process.exitCode = 2
    return
  }
  const workspace = file
    ? await readWorkspaceFile(file)
    : generateWorkspace({
        pages: Number(generate),
        ...(blocksPerPage !== undefined && { blocksPerPage: Number(blocksPerPage) }),
        ...(seed !== undefined && { seed: Number(seed) })
      })
  await serve(workspace, { shape, port, isControlled: file === undefined })
}

async function serve(
  workspace: WorkspaceFile,
  options: { shape: RecordShape; port: number; isControlled: boolean }
): Promise<void> {
  const { shape, port, isControlled } = options
  const api = await startWorkspaceApi({ workspace, isOwned: true, shape, port })
  const control = isControlled ? await startControl(api, workspace) : undefined
  if (control) console.log(`POST ${control.url}`)
  console.log(`NOTION_API_BASE_URL=${api.baseUrl} (root page ${workspace.rootPageId})`)
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
  await control?.close()
  await api.close()
}

await serveWorkspace().catch((error: Error) => {
  console.error(`${error.message}\n${usage}`)
  process.exitCode = 2
})
