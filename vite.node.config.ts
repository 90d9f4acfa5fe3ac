import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

import { type Plugin, defineConfig } from 'vite'

const root = fileURLToPath(new URL('.', import.meta.url))
const outDir = path.join(root, 'dist/node')

/** What `sanitize-html` loads. */
const htmlParsers = [
  'deepmerge',
  'dom-serializer',
  'domelementtype',
  'domhandler',
  'domutils',
  'entities',
  'escape-string-regexp',
  'htmlparser2',
  'is-plain-object',
  'launder',
  'dayjs',
  'nanoid',
  'parse-srcset',
  'picocolors',
  'postcss',
  'source-map-js'
]

/**
 * Packages of many modules. To load a module takes about a millisecond of CPU time, so with these
 * in the build a command starts in half the time. Native packages cannot be bundled, and a package
 * whose classes another package uses only together with that.
 */
export const bundled = [
  '@fastify/rate-limit',
  '@lukeed/ms',
  'commander',
  'drizzle-orm',
  'fastify-type-provider-zod',
  'feed',
  'file-type',
  'highlight.js',
  'ip-address',
  'ipaddr.js',
  'lowlight',
  /^mdast-util-/,
  'prom-client',
  '@opentelemetry/api',
  'bintrees',
  'tdigest',
  'sanitize-html',
  ...htmlParsers,
  'sitemap',
  'sax',
  'string-width',
  'strtok3',
  'temporal-polyfill',
  'toad-cache',
  'xml-js',
  'yaml',
  'zod'
]

/** Builds the modules that `server/process/load-module.js` loads. */
export default defineConfig({
  publicDir: false,
  ssr: { noExternal: bundled },
  // For React's production build also where NODE_ENV is that of tests.
  oxc: { jsx: { runtime: 'automatic', development: false } },
  plugins: [sourceUrls(outDir), listSources()],
  build: {
    ssr: true,
    outDir,
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    rolldownOptions: {
      input: [
        'cli/fansite.ts',
        'server/process/statement/statement-process.ts',
        'server/app.ts',
        'server/download/download-process.ts',
        'server/pictures/social-image/card-thread.ts',
        'server/process/job-process.ts',
        'server/publication/verify-process.ts',
        'server/render/slots/compile-process.ts',
        'server/render/worker/render-thread.ts',
        'static/render/build-thread.ts'
      ],
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' }
    }
  }
})

/** Modules find the files beside them through `import.meta.url`, which has to be that of the source. */
export function sourceUrls(folder: string): Plugin {
  return {
    name: 'source-urls',
    enforce: 'pre',
    transform: (code, id) => {
      const source = JSON.stringify(path.relative(folder, id))
      return code.replaceAll('import.meta.url', `new URL(${source}, String(import.meta.url)).href`)
    }
  }
}

/**
 * Writes the SHA-256 of each source and of the `package.json` of each bundled package, by which
 * `server/process/load-module.js` recognizes a stale build.
 */
function listSources(): Plugin {
  return {
    name: 'list-sources',
    writeBundle() {
      const modules = [...this.getModuleIds()].filter((id) => path.isAbsolute(id))
      const files = new Set([...modules.map(sourceOf), path.join(root, 'vite.node.config.ts')])
      const digests = [...files].map((file) => [
        path.relative(root, file),
        createHash('sha256').update(readFileSync(file)).digest('hex')
      ])
      writeFileSync(path.join(outDir, 'sources.json'), JSON.stringify(Object.fromEntries(digests)))
    }
  }
}

/** The file that changes with a module: its own, or the `package.json` of its package. */
function sourceOf(module: string): string {
  const folder = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+\//.exec(module)?.[0]
  return folder ? `${folder}package.json` : module
}
