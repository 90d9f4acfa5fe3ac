import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { stripVTControlCharacters } from 'node:util'

import { type Plugin, type RolldownLog, rolldown } from 'rolldown'

/** In pieces, because the build of this file replaces the whole. */
const ownUrl = ['import', 'meta', 'url'].join('.')

/** A module with all that it imports. */
interface Bundle {
  code: string
  /** Absolute paths of the module and of what it imports. */
  inputs: string[]
}

/**
 * Compiles a module of the site, in TypeScript or JavaScript, with what it imports to one module of
 * JavaScript. Throws an error of one line that names the problems and their places.
 */
export async function bundleModule(file: string, plugins: Plugin[]): Promise<Bundle> {
  const unresolved: RolldownLog[] = []
  try {
    const bundle = await rolldown({
      input: file,
      cwd: path.dirname(file),
      platform: 'node',
      tsconfig: false,
      transform: { target: 'node20', jsx: { runtime: 'automatic', development: false } },
      plugins: [...plugins, ownAddresses()],
      // Otherwise the import would fail when the bundle is loaded, with another message.
      onLog: (_level, log) => void (log.code === 'UNRESOLVED_IMPORT' && unresolved.push(log))
    })
    const { output } = await bundle.generate({ format: 'esm', codeSplitting: false })
    await bundle.close()
    if (unresolved.length > 0) throw Object.assign(new Error(), { errors: unresolved })
    const { code, moduleIds } = output[0]
    return { code, inputs: moduleIds.filter((id) => path.isAbsolute(id)) }
  } catch (error) {
    throw new Error(problemOf(error), { cause: error })
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
