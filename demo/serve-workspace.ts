import { once } from 'node:events'
import { parseArgs } from 'node:util'

import { readWorkspaceFile } from './read-workspace-file.ts'
import { startWorkspaceApi } from './workspace-api.ts'

const usage = 'usage: npm run workspace -- <workspace.json> [--port 0] [--shape flat|nested]'

/** Serves a recorded workspace from a file until it is stopped; prints its address. */
async function serveWorkspace(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      port: { type: 'string', default: '0' },
      shape: { type: 'string', default: 'nested' }
    }
  })
  const [file] = positionals
  const { shape } = values
  const port = Number(values.port)
  const isPort = Number.isInteger(port) && port >= 0 && port < 65_536
  if (!file || !isPort || (shape !== 'flat' && shape !== 'nested')) {
    console.error(usage)
    process.exitCode = 2
    return
  }
  const workspace = await readWorkspaceFile(file)
  const api = await startWorkspaceApi({ workspace, shape, port })
  console.log(`NOTION_API_BASE_URL=${api.baseUrl} (root page ${workspace.rootPageId})`)
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
  await api.close()
}

await serveWorkspace()
