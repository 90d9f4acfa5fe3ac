import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { stripVTControlCharacters } from 'node:util'

import { type Plugin, type RolldownLog, rolldown } from 'rolldown'

import type { CompileAnswer } from './compiled-slots.ts'
import { importComponents } from './slot-module.ts'

// A child process: the bundler takes 40 MB, and the module may do anything when it is loaded.
const [file = '', folder = ''] = process.argv.slice(3)

/** Modules of which the site and its components must share one copy, since they have contexts. */
const shared = /^(react|react-dom|react-notion-x|notion-types|notion-utils)(\/|$)/
const require = createRequire(import.meta.url)
/** In pieces, because the build of this file replaces the whole. */
const ownUrl = ['import', 'meta', 'url'].join('.')

const answer = await compile().catch((error: unknown): CompileAnswer => ({
  kind: 'failed',
  problem: problemOf(error)
}))
// The server ends this process.
process.send?.(answer)

/** Bundles the module with what it imports, writes the bundle and loads it once. */
async function compile(): Promise<CompileAnswer> {
  const unresolved: RolldownLog[] = []
  const bundle = await rolldown({
    input: file,
    cwd: path.dirname(file),
    platform: 'node',
    tsconfig: false,
    transform: { target: 'node20', jsx: { runtime: 'automatic', development: false } },
    plugins: [sharedModules(), ownAddresses()],
    // Otherwise the import would fail when the bundle is loaded, with another message.
    onLog: (_level, log) => void (log.code === 'UNRESOLVED_IMPORT' && unresolved.push(log))
  })
  const { output } = await bundle.generate({ format: 'esm', codeSplitting: false })
  await bundle.close()
  if (unresolved.length > 0) throw Object.assign(new Error(), { errors: unresolved })
  const { code, moduleIds } = output[0]
  const hash = createHash('sha256').update(code).digest('hex')
  const target = path.join(folder, `${hash}.mjs`)
  writeFileSync(target, code)
  await importComponents(target)
  return { kind: 'compiled', hash, code, inputs: moduleIds.filter((id) => path.isAbsolute(id)) }
}

/** Imports of shared modules lead to the copies of the server, wherever the module is. */
function sharedModules(): Plugin {
  return {
    name: 'shared-modules',
    resolveId: (id, _importer, { kind }) => {
      if (!shared.test(id)) return null
      const resolved = require.resolve(id)
      // CommonJS modules of a package cannot require a URL.
      const isRequired = kind === 'require-call'
      return { id: isRequired ? resolved : pathToFileURL(resolved).href, external: true }
    }
  }
}

/** The URL of a module stays that of its source. */
function ownAddresses(): Plugin {
  return {
    name: 'own-addresses',
    transform: (code, id) => {
      if (!code.includes(ownUrl)) return null
      return code.replaceAll(ownUrl, JSON.stringify(pathToFileURL(id).href))
    }
  }
}

/** Messages of the bundler have several lines, of which the first names the problem. */
function problemOf(error: unknown): string {
  const { errors } = error as { errors?: RolldownLog[] }
  if (!errors) return error instanceof Error ? error.message : String(error)
  return errors.map(lineOf).join(', ')
}

function lineOf({ message, loc }: RolldownLog): string {
  const [line = ''] = stripVTControlCharacters(message).split('\n')
  const at = loc ? ` (${path.basename(loc.file ?? '')}:${loc.line}:${loc.column})` : ''
  return line.replace(/^\[\w+\] /, '').replace(/\.$/, '') + at
}
