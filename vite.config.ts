import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

import { type Plugin, defineConfig } from 'vite'

const root = fileURLToPath(new URL('.', import.meta.url))
const outDir = path.join(root, 'dist/web')
const sheets = path.join(root, 'web/styles/sheets')
/** The inlined style sheet is sent with every page. */
const MAX_CRITICAL_BYTES = 25_000

/**
 * Builds the browser's assets: the main script, a small script for the theme, the style sheets with
 * their fonts, compressed copies, and a manifest for the server.
 */
export default defineConfig({
  base: '/_assets/',
  publicDir: false,
  // The site may be below a path of its host. The critical style sheet has no address of its own.
  experimental: {
    renderBuiltUrl: (_file, { hostId }) => (isCritical(hostId) ? undefined : { relative: true })
  },
  // The islands draw with Preact, which is a tenth of React's size.
  resolve: {
    alias: [
      { find: /^react(-dom)?$/, replacement: 'preact/compat' },
      { find: 'react-dom/client', replacement: 'preact/compat/client' },
      { find: /^react\/jsx-(dev-)?runtime$/, replacement: 'preact/jsx-runtime' }
    ]
  },
  plugins: [laterStates(), criticalStyles(), compressedCopies()],
  build: {
    outDir,
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    rolldownOptions: { input: ['web/client.ts', 'web/theme.ts', 'web/styles/sheets/critical.css'] }
  }
})

/** What a visitor points to, focuses, waits for or names in a fragment: no first paint shows it. */
const state = /:hover|:focus|:target|::backdrop|\[aria-busy/

/**
 * Moves the rules for such states from the critical style sheet to the one that is loaded later, so
 * that they are written beside the other rules of their component.
 */
function laterStates(): Plugin {
  return {
    name: 'later-states',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      const isFirst = isCritical(id)
      if (!isFirst && !id.endsWith('/sheets/later.css')) return
      const rules = rulesOf(readSheet(path.join(sheets, 'critical.css')))
      if (isFirst) return rules.filter((rule) => !isState(rule)).join('')
      return code + rules.filter(isState).join('')
    }
  }
}

function isState(rule: string): boolean {
  const selectors = rule.slice(0, rule.indexOf('{')).split(',')
  return selectors.every((selector) => state.test(selector))
}

/** The outermost rules of a style sheet. */
function rulesOf(css: string): string[] {
  const rules: string[] = []
  let depth = 0
  let start = 0
  for (const { 0: brace, index } of css.matchAll(/[{}]/g)) {
    depth += brace === '{' ? 1 : -1
    if (depth > 0) continue
    rules.push(css.slice(start, index + 1))
    start = index + 1
  }
  return rules
}

/**
 * Takes the critical style sheet out of the public files and writes it, its hash for the
 * Content-Security-Policy and the classes of seldom used components to `.vite/critical.json`, for
 * `server/render/document/page-assets.ts`. Fails if the style sheet is too large.
 */
function criticalStyles(): Plugin {
  let css = ''
  return {
    name: 'critical-styles',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const file = Object.values(bundle).find(({ fileName }) => isCritical(fileName))
        if (file?.type !== 'asset') this.error('the build has no critical style sheet')
        css = String(file.source).trim()
        delete bundle[file.fileName]
        const bytes = Buffer.byteLength(css)
        if (bytes > MAX_CRITICAL_BYTES) this.error(`the critical style sheet has ${bytes} bytes`)
      }
    },
    writeBundle() {
      const hash = `sha256-${createHash('sha256').update(css).digest('base64')}`
      const common = classesOf(css)
      const seldom = [...classesOf(readSheet(path.join(sheets, 'components.css')))]
      const waiting = seldom.filter((name) => !common.has(name)).toSorted()
      mkdirSync(path.join(outDir, '.vite'), { recursive: true })
      writeFileSync(
        path.join(outDir, '.vite/critical.json'),
        JSON.stringify({ css, hash, waiting })
      )
    }
  }
}

function isCritical(file: string): boolean {
  return /(^|\/)critical[^/]*\.css$/.test(file)
}

/** The source of a style sheet with its imports, without comments. */
function readSheet(file: string): string {
  const source = readFileSync(file, 'utf8').replaceAll(/\/\*.*?\*\//gs, '')
  return source.replaceAll(/@import '(.*?)';/g, (_all, imported: string) =>
    readSheet(path.resolve(path.dirname(file), imported))
  )
}

function classesOf(css: string): Set<string> {
  return new Set([...css.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name = '']) => name))
}

/**
 * Writes a brotli (`.br`) and a gzip (`.gz`) copy beside each text file that gets smaller, so that
 * the server compresses nothing.
 */
function compressedCopies(): Plugin {
  return {
    name: 'compressed-copies',
    apply: 'build',
    writeBundle(_options, bundle) {
      const files = Object.keys(bundle).filter((name) => /\.(?:js|css|svg|json|txt)$/.test(name))
      for (const name of files) {
        const file = path.join(outDir, name)
        const bytes = readFileSync(file)
        const params = {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length
        }
        const copies = {
          br: brotliCompressSync(bytes, { params }),
          gz: gzipSync(bytes, { level: 9 })
        }
        for (const [extension, copy] of Object.entries(copies)) {
          if (copy.length < bytes.length) writeFileSync(`${file}.${extension}`, copy)
        }
      }
    }
  }
}
