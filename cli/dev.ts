import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

import { createServer as createVite } from 'vite'

import { serve } from '../server/process/serve.ts'
import { report } from './fansite.ts'
import { loadSettings } from './config/load-settings.ts'
import { untilStopped } from './process/until-stopped.ts'

/**
 * `npm run dev`: serves the site with client scripts and styles from their sources through Vite,
 * which sends their changes to the browser. Any other change restarts this process (tsx watches it),
 * and the browser reloads afterwards.
 */
async function dev(): Promise<void> {
  const { config, environment } = await loadSettings(process.env)
  const { dataDir, host, port, logLevel, analytics } = environment
  if (!existsSync(path.join(dataDir, 'mirror.db'))) firstSync()

  const vite = await createVite({ server: { middlewareMode: true }, appType: 'custom' })
  const server = await serve({
    config,
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
        devScripts: ['/_assets/@vite/client']
      },
      serverFactory: (handler) =>
        http.createServer((request, response) => {
          vite.middlewares(request, response, () => handler(request, response))
        })
    }
  })
  console.log(`Development server at ${server.address}`)
  await untilStopped()
  await Promise.all([server.close(), vite.close()])
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
