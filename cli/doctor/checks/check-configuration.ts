import type { SiteConfig } from '../../../site/config/config.ts'
import { readSiteConfig } from '../../../site/config/read-config.ts'
import { environmentVariables } from '../../config/environment.ts'
import type { Context } from '../context.ts'
import type { Finding } from '../finding.ts'

const remedy = 'correct it in site.config.ts or in the environment; see docs/configuration.md'

/** All problems of the configuration and of the environment. */
export function checkConfiguration({ config, problems }: Context): Finding[] {
  const variables = environmentVariables.filter((name) => process.env[name])
  if (config) {
    const facts = { variables, keys: ownKeys(config) }
    return [{ status: 'ok', code: 'configuration', what: 'the configuration is valid', facts }]
  }
  return problems.map((what) => ({
    status: 'failure',
    code: 'configuration_invalid',
    what,
    remedy,
    facts: { variables }
  }))
}

/** Names of the keys whose value is not the default. */
function ownKeys(config: SiteConfig): string[] {
  const { rootNotionPageId, name, domain, author } = config
  const defaults: Record<string, unknown> = {
    ...readSiteConfig({ rootNotionPageId, name, domain, author })
  }
  return Object.entries(config)
    .filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(defaults[key]))
    .map(([key]) => key)
}
