import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

import { build } from 'vite'

import buildConfig from '../../vite.node.config.ts'
import type { measureRendering } from './render/measure-render.ts'

const input = fileURLToPath(new URL('render/measure-render.ts', import.meta.url))
/** Beside the build of the server: the addresses of files in the code are relative to it. */
const outDir = fileURLToPath(new URL('../../dist/bench', import.meta.url))

/**
 * `npm run bench:render`: measures rendering (`measureRendering`) in modules built as the server's are:
 * `tsx` gives every function its name at run time, which takes a tenth of the time. The size of the
 * semi-space is that of the threads that render (`server/process/job-process.ts`).
 */
async function benchRender(): Promise<void> {
  const plugins = buildConfig.plugins?.filter((plugin) => !isListOfSources(plugin))
  const rolldownOptions = { ...buildConfig.build?.rolldownOptions, input }
  await build({
    ...buildConfig,
    plugins,
    configFile: false,
    logLevel: 'error',
    build: { ...buildConfig.build, outDir, rolldownOptions }
  })
  const address = pathToFileURL(path.join(outDir, 'measure-render.js')).href
  const built = (await import(address)) as { measureRendering: typeof measureRendering }
  await built.measureRendering()
}

/** The list is of the server's modules. */
function isListOfSources(plugin: unknown): boolean {
  return (
    typeof plugin === 'object' &&
    plugin !== null &&
    'name' in plugin &&
    plugin.name === 'list-sources'
  )
}

await benchRender()
