import { existsSync, realpathSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

import { type BuildFailure, type Loader, type Message, type Plugin, build, stop } from 'esbuild'
import { messageOf } from '../../../site/formats/error-message.ts'

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
 * JavaScript. Throws an error of one line that names the problems and their places. Two calls at once
 * would end each other's compiler.
 */
export async function bundleModule(file: string, plugins: Plugin[]): Promise<Bundle> {
  const folder = path.dirname(file)
  try {
    const { outputFiles, metafile } = await build({
      // Relative: an asterisk in the path of the folder would be a pattern.
      entryPoints: [`./${path.basename(file)}`],
      absWorkingDir: folder,
      bundle: true,
      write: false,
      metafile: true,
      format: 'esm',
      platform: 'node',
      target: 'node20',
      jsx: 'automatic',
      jsxDev: false,
      // A `tsconfig.json` in the folder is only for editors.
      tsconfigRaw: '{}',
      banner: { js: requireFrom(file) },
      logLevel: 'silent',
      plugins: [...plugins, ownAddresses()]
    })
    // The compiler resolves links of the folder. Other inputs, such as those of plugins, are no files.
    const real = realpathSync(folder)
    const inputs = Object.keys(metafile.inputs)
      .map((input) => path.resolve(real, input))
      .filter((input) => existsSync(input))
    return { code: outputFiles[0]?.text ?? '', inputs }
  } catch (error) {
    throw new Error(problemOf(error), { cause: error })
  } finally {
    // Otherwise the process of esbuild would run as long as this one.
    await stop()
  }
}

/** For packages in CommonJS: an ES module has no `require`. The compiler gives no other variable that name. */
function requireFrom(file: string): string {
  const from = JSON.stringify(pathToFileURL(file).href)
  return `const require = process.getBuiltinModule('node:module').createRequire(${from});`
}

/** Makes `import.meta.url` the URL of the source of each module, not that of the bundle. */
function ownAddresses(): Plugin {
  return {
    name: 'own-addresses',
    setup({ onLoad }) {
      onLoad({ filter: /\.[cm]?[jt]sx?$/, namespace: 'file' }, async ({ path: id }) => {
        const code = await readFile(id, 'utf8')
        if (!code.includes(ownUrl)) return null
        const contents = code.replaceAll(ownUrl, JSON.stringify(pathToFileURL(id).href))
        return { contents, loader: path.extname(id).replace(/[.cm]+/, '') as Loader }
      })
    }
  }
}

function problemOf(error: unknown): string {
  const { errors } = error as Partial<BuildFailure>
  if (!errors) return firstLine(messageOf(error))
  return errors.map(lineOf).join(', ')
}

function lineOf({ text, location }: Message): string {
  if (!location) return firstLine(text)
  const { file, line, column } = location
  return `${firstLine(text)} (${path.basename(file)}:${line}:${column + 1})`
}

function firstLine(text: string): string {
  const [line = ''] = text.split('\n')
  return line
}
