import { hash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

import type { Plugin } from 'esbuild'

import { startThread } from '../../process/start-module.ts'
import { bundleModule } from './bundle-module.ts'
import type { CompileAnswer } from './compiled-slots.ts'
import { importComponents } from './slot-module.ts'
import { messageOf } from '../../../site/formats/error-message.ts'

// A child process, because the module may do anything when it is loaded.
const [file = '', folder = ''] = process.argv.slice(3)
// A module that never returns would keep it from noticing that its parent has ended.
startThread(new URL('../../process/statement/watchdog.js', import.meta.url), {
  workerData: { parentId: process.ppid, memoryBytes: Infinity }
}).unref()

/** Modules of which the site and its components must share one copy, since they have contexts. */
const shared = /^(react|react-dom|react-notion-x|notion-types|notion-utils)(\/|$)/
const require = createRequire(import.meta.url)

const answer = await compile().catch((error: unknown): CompileAnswer => ({
  kind: 'failed',
  problem: messageOf(error)
}))
// The server ends this process.
process.send?.(answer)

/** Bundles the module with what it imports, writes the bundle and loads it once. */
async function compile(): Promise<CompileAnswer> {
  const { code, inputs } = await bundleModule(file, [sharedModules()])
  const digest = hash('sha256', code)
  const target = path.join(folder, `${digest}.mjs`)
  writeFileSync(target, code)
  await importComponents(target)
  return { kind: 'compiled', hash: digest, code, inputs }
}

/** Imports of shared modules lead to the copies of the server, wherever the module is. */
function sharedModules(): Plugin {
  return {
    name: 'shared-modules',
    setup({ onResolve }) {
      onResolve({ filter: shared }, ({ path: id, kind }) => {
        const resolved = resolveShared(id)
        if (resolved === undefined) return { errors: [{ text: `Could not resolve "${id}"` }] }
        // CommonJS modules of a package cannot require a URL.
        const isRequired = kind === 'require-call'
        return { path: isRequired ? resolved : pathToFileURL(resolved).href, external: true }
      })
    }
  }
}

function resolveShared(id: string): string | undefined {
  try {
    return require.resolve(id)
  } catch {
    // The compiler names the place of the import, which this error does not know.
    return undefined
  }
}
