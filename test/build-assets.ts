import { build } from 'vite'

/** Builds what browsers load once before all tests, so that they see the styles as they are now. */
export default async function buildAssets(): Promise<void> {
  await build({ logLevel: 'error' })
}
