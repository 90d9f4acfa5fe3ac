import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

import { type Plugin, defineConfig } from 'vite'

const root = fileURLToPath(new URL('.', import.meta.url))
const outDir = path.join(root, 'dist/node')

/** Builds the modules that `server/process/load-module.js` loads. Packages are not bundled. */
export default defineConfig({
  publicDir: false,
  // For React's production build also where NODE_ENV is that of tests.
  oxc: { jsx: { runtime: 'automatic', development: false } },
  plugins: [sourceUrls(), listSources()],
  build: {
    ssr: true,
    outDir,
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    rolldownOptions: {
      input: [
        'cli/fansite.ts',
        'cli/query/statement-process.ts',
        'server/app.ts',
        'server/download/download-process.ts',
        'server/pictures/social-image/card-thread.ts',
        'server/process/job-process.ts',
        'server/publication/verify-process.ts',
        'server/render/slots/compile-process.ts',
        'server/render/worker/render-thread.ts'
      ],
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' }
    }
  }
})

/** Modules find the files beside them through `import.meta.url`, which has to be that of the source. */
function sourceUrls(): Plugin {
  return {
    name: 'source-urls',
    enforce: 'pre',
    transform: (code, id) => {
      const source = JSON.stringify(path.relative(outDir, id))
      return code.replaceAll('import.meta.url', `new URL(${source}, String(import.meta.url)).href`)
    }
  }
}

/** Writes the SHA-256 of each source, by which `server/process/load-module.js` recognizes a stale build. */
function listSources(): Plugin {
  return {
    name: 'list-sources',
    writeBundle() {
      const modules = [...this.getModuleIds()].filter((id) => isOurs(id))
      const digests = [...modules, path.join(root, 'vite.node.config.ts')].map((id) => [
        path.relative(root, id),
        createHash('sha256').update(readFileSync(id)).digest('hex')
      ])
      writeFileSync(path.join(outDir, 'sources.json'), JSON.stringify(Object.fromEntries(digests)))
    }
  }
}

function isOurs(id: string): boolean {
  return path.isAbsolute(id) && id.startsWith(root) && !id.includes('node_modules')
}
