import type { SiteConfig, SiteConfigInput } from '../../../site/config/config.ts'
import { readSiteConfig } from '../../../site/config/read-config.ts'

/** Limits of `buildApp` for a busy machine, which may be ten times slower. */
export const patient = {
  renderLimits: { patienceMs: 100_000 },
  variantPatienceMs: 100_000,
  cardLimits: { patienceMs: 100_000 }
}

/** Options of `buildApp` with which each response shows the newest publication. */
export const atOnce = { lookIntervalMs: 0, cache: { maxStaleMs: 0 }, ...patient }

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
