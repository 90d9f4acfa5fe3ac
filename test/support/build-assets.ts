import { build } from 'vite'

/** Builds once before all tests what browsers and processes load, so that they see the sources as they are now. */
export default async function buildAssets(): Promise<void> {
  await build({ logLevel: 'error' })
  await build({ configFile: 'vite.node.config.ts', logLevel: 'error' })
}
