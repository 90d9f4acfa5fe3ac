import { build } from 'vite'

/** Builds the browser's assets and the server once before all tests, from the current sources. */
export default async function buildAssets(): Promise<void> {
  await build({ logLevel: 'error' })
  await build({ configFile: 'vite.node.config.ts', logLevel: 'error' })
}
