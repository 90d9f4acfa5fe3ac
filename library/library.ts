import path from 'node:path'

import { readSiteConfig } from '../site/config/read-config.ts'
import { withFiles } from '../cli/config/load-settings.ts'
import type { SiteConfig } from '../site/config/config.ts'
import { explainedLater } from './fansite-error.ts'
import type * as Types from './types.ts'

export { FansiteError } from './fansite-error.ts'
export { openMirror } from './open-mirror.ts'
export { sync } from './sync.ts'

export const defineConfig: typeof Types.defineConfig = (config) => config

export const createServer: typeof Types.createServer = ({ config, dataDir, logLevel = 'warn' }) =>
  explainedLater(async () => {
    const options = siteOptions({ config, dataDir })
    // Imported on demand: a tool that only reads the mirror needs no server.
    const { buildApp } = await import('../server/app.ts')
    return buildApp({ ...options, logLevel })
  })

const fansite: typeof Types.default = (app, { config, dataDir }) =>
  explainedLater(async () => {
    const options = siteOptions({ config, dataDir })
    const { mountSite } = await import('../server/site/site-plugin.ts')
    await mountSite(app, options)
  })

export default fansite

/** Throws `ConfigError`. */
function siteOptions({ config, dataDir = 'data' }: Types.SiteFolder): {
  config: SiteConfig
  dataDir: string
} {
  return {
    config: withFiles(readSiteConfig(config), process.cwd()),
    dataDir: path.resolve(dataDir)
  }
}
