import type { SiteConfig, SiteConfigInput } from '../../../site/config/config.ts'
import { readSiteConfig } from '../../../site/config/read-config.ts'

/** Options of `buildApp` with which each response shows the newest publication. */
export const atOnce = { lookIntervalMs: 0, cache: { maxStaleMs: 0 } }

/** A configuration with this root page. */
export function testConfig(
  rootNotionPageId: string,
  overrides: Partial<SiteConfigInput> = {}
): SiteConfig {
  return readSiteConfig({
    rootNotionPageId,
    name: 'Test wiki',
    domain: 'wiki.example.org',
    author: 'the keepers',
    // The other look adds icons and is tested by itself.
    theme: 'pixel',
    ...overrides
  })
}
