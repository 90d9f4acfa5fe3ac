import type { SiteConfig } from '../site/config.ts'
import { ConfigError, readSiteConfig } from '../site/read-config.ts'

/**
 * Reads `site.config.ts` and lays the JSON of `SITE_CONFIG` over it, key by key. Throws
 * `ConfigError` with every problem, or the parse error of `SITE_CONFIG` after logging what it is about.
 */
export async function loadConfig(overrides: string | undefined): Promise<SiteConfig> {
  const { default: shipped } = await import('../site.config.ts')
  return readSiteConfig({ ...shipped, ...parseOverrides(overrides) })
}

/** What a maintainer should know about a valid configuration, a sentence each. */
export function configWarnings(config: SiteConfig): string[] {
  const withoutEffect = {
    isRedisEnabled: 'this version does not use Redis yet'
  } as const
  return (Object.keys(withoutEffect) as (keyof typeof withoutEffect)[])
    .filter((key) => config[key])
    .map((key) => `${key} is set, but ${withoutEffect[key]}; it has no effect`)
}

function parseOverrides(text: string | undefined): object {
  if (!text) return {}
  const value = parseJson(text)
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  throw new ConfigError(['Invalid config "SITE_CONFIG": write a JSON object of site config keys'])
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    console.error('Invalid config "SITE_CONFIG" failed to parse')
    throw error
  }
}
