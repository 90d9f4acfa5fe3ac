import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The folder of the web build. */
export const assetsFolder = fileURLToPath(new URL('../../dist/web', import.meta.url))

/** Addresses of the files that every page loads. */
export interface PageAssets {
  script: string
  styles: string[]
  /** The script that sets the theme before the first paint. */
  theme: string
  /** Fonts to preload: on every page, and on pages with code. */
  fonts: { always: string[]; code: string[] }
  /** Scripts of the development server. */
  devScripts?: string[]
}

interface ManifestEntry {
  file: string
  css?: string[]
}

const fonts = {
  always: ['source-sans-3-latin-wght-normal.woff2', 'pixelify-sans-latin-wght-normal.woff2'],
  code: ['jetbrains-mono-latin-wght-normal.woff2']
}

/** Reads the manifest of the web build. Throws if the build is missing or outdated. */
export function readPageAssets(): PageAssets {
  const manifest = readManifest()
  const find = (name: string) => {
    const entry = Object.entries(manifest).find(
      ([source]) => source === name || source.endsWith(`/${name}`)
    )?.[1]
    if (!entry) throw new Error(`the build has no ${name}; run "npm run build"`)
    return entry
  }
  const fontAt = (name: string) => addressOf(find(name).file)
  const { file, css = [] } = find('web/client.ts')
  return {
    script: addressOf(file),
    styles: css.map(addressOf),
    theme: addressOf(find('web/theme.ts').file),
    fonts: { always: fonts.always.map(fontAt), code: fonts.code.map(fontAt) }
  }
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
