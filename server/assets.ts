import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Where `npm run build` puts what browsers load. */
export const assetsFolder = fileURLToPath(new URL('../dist/web', import.meta.url))

/** Addresses of the script and the style sheets that every page names. */
export interface PageAssets {
  script: string
  styles: string[]
  /** Scripts that only development needs. */
  devScripts?: string[]
}

interface ManifestEntry {
  file: string
  css?: string[]
}

/** Reads what the build has named its files. Throws when there is no build. */
export function readPageAssets(): PageAssets {
  const entry = readManifest()['web/client.ts']
  if (!entry) throw new Error('the build has no entry for web/client.ts; run "npm run build"')
  return { script: addressOf(entry.file), styles: (entry.css ?? []).map(addressOf) }
}

function addressOf(file: string): string {
  return `/_assets/${file}`
}

function readManifest(): Record<string, ManifestEntry> {
  const file = `${assetsFolder}/.vite/manifest.json`
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, ManifestEntry>
  } catch (error) {
    throw new Error(`the site's scripts and styles are not built; run "npm run build"`, {
      cause: error
    })
  }
}
