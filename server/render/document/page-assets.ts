import { hash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import type { Theme } from '../../../site/config/config.ts'

/** The folder of the web build. */
export const assetsFolder = fileURLToPath(new URL('../../../dist/web', import.meta.url))

/** Addresses of the files that every page loads. */
export interface PageAssets {
  script: string
  /** Inlined style sheet of the first screen; none in development. */
  criticalStyles?: string
  /** The other style sheets; they do not delay the first paint. */
  styles: string[]
  /** The script that applies a stored theme. */
  theme: string
  /** Preloaded fonts. */
  fonts: string[]
  /** The script of the worker that runs SQL. */
  queryWorker: string
  /** Scripts of the development server. */
  devScripts?: string[]
}

/** The style sheet that is inlined into every page, as the build has written it. */
export interface CriticalStyles {
  css: string
  /** For the Content-Security-Policy: `sha256-` and the digest in Base64. */
  hash: string
  /** Classes of components whose styles are not in `css`: a page with one waits for the others. */
  waiting: string[]
}

/** Bytes of a built file, as they are sent; null where an encoding would not be smaller. */
export interface BuiltFile {
  identity: Buffer
  gzip: Buffer | null
  br: Buffer | null
}

interface ManifestEntry {
  file: string
  imports?: string[]
  dynamicImports?: string[]
}

/** The font of the text by theme. The others are requested when the page is laid out. */
const preloadedFonts: Record<Theme, string[]> = {
  notion: [],
  pixel: ['source-sans-3-latin-wght-normal.woff2']
}

/** The theme of a site and the path that it is at. */
interface Place {
  theme: Theme
  basePath: string
}

/**
 * Reads the manifest of the web build. The addresses are paths of the site. Throws if the build is
 * missing or outdated.
 */
export function readPageAssets(place: Place): PageAssets {
  const { theme } = place
  return {
    script: addressOf(builtFile('web/client.ts').file),
    criticalStyles: criticalStylesAt(place).css,
    styles: [addressOf(builtFile(`web/styles/sheets/${theme}.css`).file)],
    theme: addressOf(builtFile('web/theme.ts').file),
    fonts: preloadedFonts[theme].map((name) => addressOf(builtFile(name).file)),
    queryWorker: addressOf(queryWorkerFile())
  }
}

let formulaFontAddresses: string[] | undefined

/** The addresses of the fonts that most formulas need, paths of the site. Read once. */
export function formulaFonts(): string[] {
  formulaFontAddresses ??= ['core', 'italic'].map((name) =>
    addressOf(builtFile(`web/styles/page/math/math-${name}.woff2`).file)
  )
  return formulaFontAddresses
}

/** The inlined style sheet of a site, whose addresses of fonts begin with the base path. */
export function criticalStylesAt({ theme, basePath }: Place): CriticalStyles {
  const styles = readCriticalStyles(theme)
  if (basePath === '') return styles
  const css = styles.css.replaceAll('url(/_assets/', `url(${basePath}/_assets/`)
  return { ...styles, css, hash: `sha256-${hash('sha256', css, 'base64')}` }
}

/** The name of the built script of the worker that runs SQL, below `/_assets/`. */
export function queryWorkerFile(): string {
  return builtFile('web/query/worker/query-worker.ts').file
}

/** Scripts that few visitors need, or that need a network. */
const seldom = /^web\/(analytics|query)\//

/** The addresses of the scripts that a page loads when a visitor uses it, and of what any of its scripts imports. */
export function interactionScripts(): string[] {
  const { imports = [], dynamicImports = [] } = builtFile('web/client.ts')
  // Grows while it is read.
  const names = new Set([...imports, ...dynamicImports.filter((name) => !seldom.test(name))])
  for (const name of names) for (const each of builtFile(name).imports ?? []) names.add(each)
  names.delete('web/client.ts')
  return [...names].map((name) => addressOf(builtFile(name).file))
}

/** The script of the worker that keeps pages. Throws if the build is missing or outdated. */
export function readWorkerScript(): string {
  const { file } = builtFile('web/offline/worker/service-worker.ts')
  return readBuiltFile(file).identity.toString()
}

let critical: Record<Theme, CriticalStyles> | undefined

/** The style sheet that the build has made for inlining. Throws if the build is missing or outdated. */
export function readCriticalStyles(theme: Theme): CriticalStyles {
  critical ??= readBuild<Record<Theme, CriticalStyles>>('critical.json')
  return critical[theme]
}

/**
 * Reads a built file by its name below `/_assets/`, with the copies that the build has compressed.
 * Throws if it does not exist.
 */
export function readBuiltFile(name: string): BuiltFile {
  const file = `${assetsFolder}/${name}`
  const copy = (extension: string) =>
    existsSync(`${file}.${extension}`) ? readFileSync(`${file}.${extension}`) : null
  return { identity: readFileSync(file), gzip: copy('gz'), br: copy('br') }
}

/** The entry of a source file in the manifest. Throws if the build is missing or outdated. */
function builtFile(name: string): ManifestEntry {
  const manifest = readBuild<Record<string, ManifestEntry>>('manifest.json')
  const entry = Object.entries(manifest).find(
    ([source]) => source === name || source.endsWith(`/${name}`)
  )?.[1]
  if (!entry) throw new Error(`the build has no ${name}; run "npm run build"`)
  return entry
}

function addressOf(file: string): string {
  return `/_assets/${file}`
}

function readBuild<Content>(name: string): Content {
  try {
    return JSON.parse(readFileSync(`${assetsFolder}/.vite/${name}`, 'utf8')) as Content
  } catch (error) {
    throw new Error(`the site's scripts and styles are not built; run "npm run build"`, {
      cause: error
    })
  }
}
