import type { Plugin } from 'esbuild'

/** The module of fansite that a `site.config.ts` may import: the types have no code. */
const PACKAGE = 'fansite'
const packageOnly = new RegExp(`^${PACKAGE}$`)
const packageCode = 'export const defineConfig = (config) => config'

/**
 * Imports a `site.config.ts`, which may be anywhere: compiled with what it imports, since the oldest
 * supported Node reads no TypeScript. Nothing is written. Throws an error of one line.
 */
export async function importConfigFile(file: string): Promise<{ default?: unknown }> {
  // Imported on demand: the built-in sample needs no compiler.
  const { bundleModule } = await import('../../server/render/slots/bundle-module.ts')
  const { code } = await bundleModule(file, [packagePlugin()])
  return import(`data:text/javascript,${encodeURIComponent(code)}`) as Promise<{
    default?: unknown
  }>
}

/** `import { defineConfig } from 'fansite'` needs no installed package, as with `npx fansite`. */
function packagePlugin(): Plugin {
  return {
    name: PACKAGE,
    setup({ onResolve, onLoad }) {
      onResolve({ filter: packageOnly }, () => ({ path: PACKAGE, namespace: PACKAGE }))
      onLoad({ filter: packageOnly, namespace: PACKAGE }, () => ({ contents: packageCode }))
    }
  }
}
