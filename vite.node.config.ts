import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { deflateRawSync, gzipSync } from 'node:zlib'

import { type Plugin, defineConfig } from 'vite'

import { type EmojiPlaces, cardFonts } from './server/pictures/drawing-files.ts'

const root = fileURLToPath(new URL('.', import.meta.url))
const outDir = path.join(root, 'dist/node')
const require = createRequire(import.meta.url)

const { dependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  dependencies: Record<string, string>
}

/** Production dependencies that are bundled, too: see `external`. */
const bundled = new Set(['commander', 'drizzle-orm'])

/**
 * Packages that the build imports when it runs: those that have native code, or share classes or
 * contexts with another package. All others are in the build, so that production does not install
 * them; and since to load a module takes about a millisecond of CPU time, a command starts in half the
 * time.
 */
const external = [...Object.keys(dependencies).filter((name) => !bundled.has(name)), 'tsx']
export const packages = { noExternal: true, external } as const

/** Builds the modules that `server/process/load-module.js` loads. */
export default defineConfig({
  publicDir: false,
  ssr: packages,
  // For React's production build also where NODE_ENV is that of tests.
  oxc: { jsx: { runtime: 'automatic', development: false } },
  plugins: [sourceUrls(outDir), drawings(), listSources()],
  build: {
    ssr: true,
    outDir,
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    rolldownOptions: {
      input: [
        'cli/fansite.ts',
        'components.tsx',
        'server/process/statement/statement-process.ts',
        'library/library.ts',
        'library/sync-process.ts',
        'server/app.ts',
        'server/download/download-process.ts',
        'server/pictures/social-image/card-thread.ts',
        'server/process/job-process.ts',
        'server/publication/verify-process.ts',
        'server/render/slots/compile-process.ts',
        'server/render/worker/render-thread.ts',
        'static/data/data-process.ts',
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

/** Writes the files that `server/pictures/drawing-files.ts` reads. */
function drawings(): Plugin {
  return {
    name: 'drawings',
    writeBundle() {
      const folder = path.join(outDir, 'drawings')
      mkdirSync(folder, { recursive: true })
      for (const name of Object.values(cardFonts)) {
        const packed = gzipSync(readFileSync(require.resolve(name)), { level: 9 })
        writeFileSync(path.join(folder, `${path.basename(name)}.gz`), packed)
      }
      packEmoji(folder)
    }
  }
}

/** One file instead of 3,600, each of which takes a block of the disk. */
function packEmoji(folder: string): void {
  const source = path.dirname(require.resolve('@twemoji/svg/package.json'))
  const names = readdirSync(source).filter((name) => name.endsWith('.svg'))
  const places: EmojiPlaces = {}
  const parts: Buffer[] = []
  let start = 0
  for (const name of names.toSorted()) {
    const part = deflateRawSync(readFileSync(path.join(source, name)), { level: 9 })
    places[path.basename(name, '.svg')] = [start, part.length]
    parts.push(part)
    start += part.length
  }
  writeFileSync(path.join(folder, 'emoji.bin'), Buffer.concat(parts))
  writeFileSync(path.join(folder, 'emoji.json'), JSON.stringify(places))
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
      const digests = [...files]
        .toSorted()
        .map((file) => [
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
