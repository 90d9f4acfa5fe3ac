import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

import { type Plugin, defineConfig } from 'vite'

import type { Theme } from './site/config/config.ts'
import { classesOf } from './web/styles/sheets/css-rules.ts'
import { themeSheets } from './web/styles/sheets/theme-sheets.ts'

const root = fileURLToPath(new URL('.', import.meta.url))
const outDir = path.join(root, 'dist/web')
/** The inlined style sheet is sent with every page; that of `notion` has no fonts to load. */
const maxCriticalBytes = new Map<Theme, number>([
  ['notion', 46_000],
  ['pixel', 25_000]
])

/**
 * Builds the browser's assets: the main script, a small script for the theme, the worker of the SQL
 * editor, the style sheets with their fonts, compressed copies, and a manifest for the server.
 */
export default defineConfig({
  base: '/_assets/',
  publicDir: false,
  // Whoever builds, for example a test runner, gets the same files.
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
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
  plugins: [ownModules(), themedStyles(), criticalStyles(), onlySqlite(), compressedCopies()],
  build: {
    outDir,
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: [
        'web/client.ts',
        'web/theme.ts',
        'web/query/worker/query-worker.ts',
        'web/offline/worker/service-worker.ts',
        ...['notion', 'pixel', 'critical-notion', 'critical-pixel'].map(
          (name) => `web/styles/sheets/${name}.css`
        )
      ]
    }
  }
})

/**
 * Gives the workers, the search and the views of a folder modules of their own. If one shared a module with the
 * dialog of the search, that would become a file of its own, which the dialog would request after its
 * script; and a service worker is one file.
 */
function ownModules(): Plugin {
  return {
    name: 'own-modules',
    enforce: 'pre',
    async resolveId(source, importer = '', options) {
      const [, folder] =
        /\/(query|offline|search|collections)\/(?:worker|shards|folder)\//.exec(importer) ?? []
      const owner = folder ?? /\?of-(\w+)$/.exec(importer)?.[1]
      if (owner === undefined) return undefined
      const found = await this.resolve(source, importer, { ...options, skipSelf: true })
      // The search of a folder draws with Preact, as the dialog does.
      const isOwn = (owner === 'search' ? /\.(?:tsx?|m?js)$/ : /\.ts$/).test(found?.id ?? '')
      return found && isOwn ? `${found.id}?of-${owner}` : found
    }
  }
}

const read = (file: URL) => readFileSync(file, 'utf8')

function sheetsOf(theme: Theme) {
  const notion = createRequire(import.meta.url).resolve('react-notion-x/styles.css')
  return themeSheets(theme, { read, notion: readFileSync(notion, 'utf8') })
}

/** Puts the style sheets of the themes together; see `web/styles/sheets/theme-sheets.ts`. */
function themedStyles(): Plugin {
  return {
    name: 'themed-styles',
    enforce: 'pre',
    transform(_code, id) {
      const [, early, theme] = /\/sheets\/(critical-)?(notion|pixel)\.css$/.exec(id) ?? []
      if (theme === undefined) return undefined
      const { critical, page } = sheetsOf(theme as Theme)
      return early === undefined ? page : critical
    }
  }
}

/**
 * Takes the critical style sheets out of the public files and writes them by theme, each with its
 * hash for the Content-Security-Policy and the classes of seldom used components, to
 * `.vite/critical.json`, for `server/render/document/page-assets.ts`. Fails if one is too large.
 */
function criticalStyles(): Plugin {
  const sources = new Map<Theme, string>()
  return {
    name: 'critical-styles',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const [theme, limit] of maxCriticalBytes) {
          const files = Object.values(bundle)
          const file = files.find(({ fileName }) => fileName.includes(`/critical-${theme}-`))
          if (file?.type !== 'asset') this.error(`the build has no critical styles of ${theme}`)
          const css = String(file.source).trim()
          sources.set(theme, css)
          delete bundle[file.fileName]
          const bytes = Buffer.byteLength(css)
          if (bytes > limit) {
            this.error(
              `the critical styles of ${theme} have ${bytes} bytes; at most ${limit} may be inlined`
            )
          }
        }
      }
    },
    writeBundle() {
      const themes = [...sources].map(([theme, css]) => [theme, criticalPart(theme, css)] as const)
      mkdirSync(path.join(outDir, '.vite'), { recursive: true })
      writeFileSync(
        path.join(outDir, '.vite/critical.json'),
        JSON.stringify(Object.fromEntries(themes))
      )
    }
  }
}

function criticalPart(theme: Theme, css: string) {
  const hash = `sha256-${createHash('sha256').update(css).digest('base64')}`
  const common = classesOf(css)
  const seldom = [...classesOf(sheetsOf(theme).components)]
  return { css, hash, waiting: seldom.filter((name) => !common.has(name)).toSorted() }
}

function isCritical(file: string): boolean {
  return /(^|\/)critical-[^/]*\.css$/.test(file)
}

/**
 * sqlite-wasm names two scripts that only its own worker and its files in the browser need; they would be
 * bundled with it.
 */
function onlySqlite(): Plugin {
  return {
    name: 'only-sqlite',
    enforce: 'pre',
    transform(code, id) {
      if (!id.includes('@sqlite.org/sqlite-wasm')) return undefined
      return code.replaceAll(
        /new URL\("sqlite3-(?:worker1\.mjs|opfs-async-proxy\.js)", [^)]*\)/g,
        '""'
      )
    }
  }
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
      const files = Object.keys(bundle).filter((name) =>
        /\.(?:js|css|svg|json|txt|wasm)$/.test(name)
      )
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
