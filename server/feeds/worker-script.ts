import { OFFLINE_PATH } from '../../site/addresses/offline-paths.ts'
import type { WorkerSettings } from '../../web/offline/protocol.ts'
import type { PublishedSite } from '../publication/published-site.ts'
import { interactionScripts, readWorkerScript } from '../render/document/page-assets.ts'
import type { SiteShell } from '../render/site-shell.ts'

/**
 * `/sw.js`: the service worker that keeps pages, preceded by its settings. They name the files of the
 * build, so each build has another script, which is how browsers notice it. Throws if the
 * web build is missing.
 */
export function workerScript(site: PublishedSite, shell: SiteShell): string {
  const { config, basePath, hosting } = site
  const { script, theme, styles, fonts, customStyles } = shell().assets
  const own = customStyles === undefined ? [] : [customStyles]
  const files = [script, theme, ...styles, ...fonts, ...own, ...interactionScripts()]
  const settings: WorkerSettings = {
    isOn: config.isOfflineEnabled,
    // The address of a folder ends with a slash; without it, hosts redirect.
    page: basePath + OFFLINE_PATH + (hosting === 'static' ? '/' : ''),
    shell: files.map((file) => basePath + file)
  }
  return `self.offlineSettings=${JSON.stringify(settings)};\n${readWorkerScript()}`
}
