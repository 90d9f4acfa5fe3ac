import type { Plugin } from 'esbuild'

/** The module of fansite that a `site.config.ts` may import: the types have no code. */
const DOOR = 'fansite'
const ownDoorOnly = new RegExp(`^${DOOR}$`)
const doorCode = 'export const defineConfig = (config) => config'

/**
 * Imports a `site.config.ts`, which may be anywhere: compiled with what it imports, since the oldest
 * supported Node reads no TypeScript. Nothing is written. Throws an error of one line.
 */
export async function importConfigFile(file: string): Promise<{ default?: unknown }> {
  // Imported on demand: the built-in sample needs no compiler.
  const { bundleModule } = await import('../../server/render/slots/bundle-module.ts')
  const { code } = await bundleModule(file, [ownDoor()])
  return import(`data:text/javascript,${encodeURIComponent(code)}`) as Promise<{
    default?: unknown
  }>
}

/** `import { defineConfig } from 'fansite'` needs no installed package, as with `npx fansite`. */
function ownDoor(): Plugin {
  return {
    name: DOOR,
    setup({ onResolve, onLoad }) {
      onResolve({ filter: ownDoorOnly }, () => ({ path: DOOR, namespace: DOOR }))
      onLoad({ filter: ownDoorOnly, namespace: DOOR }, () => ({ contents: doorCode }))
    }
  }
}
