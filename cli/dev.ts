import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

import { type ViteDevServer, createServer as createVite } from 'vite'

import { serve } from '../server/process/serve.ts'
import { report } from './fansite.ts'
import { loadSettings } from './config/load-settings.ts'
import { untilStopped } from './process/until-stopped.ts'

/**
 * `npm run dev`: serves the site with client scripts and styles from their sources through Vite,
 * which sends their changes to the browser. A change of the components of the site starts the server
 * again; any other change restarts this process. The browser reloads afterwards. tsx watches what this
 * process imports, and the folders that the script `dev` names: processes that render import more.
 */
async function dev(): Promise<void> {
  const { config, environment } = await loadSettings(process.env)
  const { dataDir, host, port, logLevel, analytics } = environment
  if (!existsSync(path.join(dataDir, 'mirror.db'))) firstSync()

  const vite = await createVite({ server: { middlewareMode: true }, appType: 'custom' })
  const options: Parameters<typeof serve>[0] = {
    // The worker would keep scripts whose addresses do not change with their content.
    config: { ...config, isOfflineEnabled: false },
    dataDir,
    host,
    port,
    logLevel,
    analytics,
    development: {
      assets: {
        script: '/_assets/web/client.ts',
        styles: ['critical-', ''].map(
          (part) => `/_assets/web/styles/sheets/${part}${config.theme}.css`
        ),
        theme: '/_assets/web/theme.ts',
        fonts: [],
        queryWorker: '/_assets/web/query/worker/query-worker.ts',
        devScripts: ['/_assets/@vite/client']
      },
      serverFactory: (handler) =>
        http.createServer((request, response) => {
          vite.middlewares(request, response, () => handler(request, response))
        })
    }
  }
  const server = await serveAgain(options, vite)
  console.log(`Development server at ${server.address}`)
  await untilStopped()
  await Promise.all([server.close(), vite.close()])
}

/** Serves the site, and starts the server again whenever its components change. */
async function serveAgain(
  options: Parameters<typeof serve>[0],
  vite: ViteDevServer
): Promise<{ address: string; close: () => Promise<void> }> {
  const components = new Set<string>()
  const onComponents = (files: string[]) => {
    files.forEach((file) => components.add(file))
    vite.watcher.add(files)
  }
  let server = await serve({ ...options, onComponents })
  const { port } = new URL(server.address)
  const restart = async () => {
    await server.close()
    server = await serve({ ...options, port: Number(port), onComponents })
    vite.ws.send({ type: 'full-reload' })
  }
  let restarted = Promise.resolve()
  vite.watcher.on('all', (_event, file) => {
    if (!components.has(path.resolve(file))) return
    // A module that cannot be used is reported; the next change tries again.
    restarted = restarted.then(restart).catch((error: unknown) => void report(error, false))
  })
  return { address: server.address, close: () => restarted.then(() => server.close()) }
}

function firstSync(): void {
  const bin = fileURLToPath(new URL('./bin.js', import.meta.url))
  spawnSync(process.execPath, [bin, 'sync'], { stdio: 'inherit' })
}

try {
  await dev()
} catch (error) {
  process.exitCode = report(error, false)
}
