import type { Plugin } from 'rolldown'

/** The module of fansite that a `site.config.ts` may import: the types have no code. */
const DOOR = 'fansite'
const doorCode = 'export const defineConfig = (config) => config'

/**
 * Imports a `site.config.ts`, which may be anywhere: compiled with what it imports, since the oldest
 * supported Node reads no TypeScript. Nothing is written. Throws an error of one line.
 */
export async function importConfigFile(file: string): Promise<{ default?: unknown }> {
  // Imported on demand: the bundler takes 40 MB.
  const { bundleModule } = await import('../../server/render/slots/bundle-module.ts')
  const { code } = await bundleModule(file, [ownDoor()])
  return import(`data:text/javascript,${encodeURIComponent(code)}`) as Promise<{
    default?: unknown
  }>
}

/** `import { defineConfig } from 'fansite'` needs no installed package, as with `npx fansite`. */
function ownDoor(): Plugin {
  return {
    name: 'own-door',
    resolveId: (id) => (id === DOOR ? id : null),
    load: (id) => (id === DOOR ? doorCode : null)
  }
}
