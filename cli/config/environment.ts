import path from 'node:path'

import { z } from 'zod'

import type { Analytics } from '../../site/config/analytics.ts'
import type { RedisSettings } from '../../server/publication/redis/redis-settings.ts'
import { ConfigError } from '../../site/config/read-config.ts'
import { isRedisUrl, readRedisSettings } from './redis-variables.ts'

const address = z.url({ protocol: /^https?$/, error: 'write a full http or https address' })

const name = (wanted: RegExp, error: string) => z.string().regex(wanted, error).optional()

/** A value that is sent as a header: the HTTP client would print one that it cannot send. */
const header = name(
  /^[!-~]+$/,
  'write one line of letters, digits and signs of ASCII, without spaces'
)

const portNumber = z
  .string()
  .regex(/^\d{1,5}$/, 'write a number from 0 to 65535')
  .transform(Number)
  .refine((port) => port <= 65_535, 'write a number from 0 to 65535')

const network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])
const networks = z
  .string()
  .transform((value) => value.split(',').map((each) => each.trim()))
  .refine(
    (list) => list.every((each) => network.safeParse(each).success),
    'write IP addresses or networks such as 10.0.0.0/8, separated by commas'
  )

const shape = z.object({
  NOTION_API_BASE_URL: address.optional(),
  NOTION_TOKEN: header,
  NOTION_ACTIVE_USER: header,
  FANSITE_DATA: z.string().optional(),
  HOST: z.string().optional(),
  PORT: portNumber.optional(),
  TRUSTED_PROXIES: networks.optional(),
  METRICS_HOST: z.string().optional(),
  METRICS_PORT: portNumber.optional(),
  METRICS_TOKEN: name(/^[\w.~+/-]{16,}=*$/, 'write at least 16 letters, digits or ._~+/-'),
  POSTHOG_KEY: name(/^[\w-]+$/, 'write the key of a project, such as phc_…'),
  POSTHOG_HOST: address.optional(),
  FATHOM_SITE_ID: name(/^[A-Za-z0-9]+$/, 'write the id of a site, letters and digits'),
  FATHOM_SCRIPT_URL: address.optional(),
  REDIS_URL: z
    .string()
    .refine(isRedisUrl, 'write an address such as redis://:password@localhost:6379')
    .optional(),
  REDIS_HOST: name(/^[\w.:-]+$/, 'write a host name or an IP address'),
  REDIS_PORT: portNumber.optional(),
  REDIS_PASSWORD: z.string().optional(),
  REDIS_NAMESPACE: name(/^[\w.:-]{1,64}$/, 'write up to 64 letters, digits, ".", "-", "_" and ":"'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).optional()
})

const secrets = new Set([
  'NOTION_TOKEN',
  'NOTION_ACTIVE_USER',
  'METRICS_TOKEN',
  'REDIS_URL',
  'REDIS_PASSWORD'
])

/** Every environment variable that fansite reads. */
export const environmentVariables = ['SITE_CONFIG', ...Object.keys(shape.shape)]

/** The values of the environment variables, with defaults. */
export interface Environment {
  /** With `/api/v3`; undefined for the default host. */
  apiBaseUrl: string | undefined
  token: string | undefined
  activeUser: string | undefined
  /** Absolute path of the data directory. */
  dataDir: string
  host: string
  port: number
  logLevel: string
  /** The proxies that name the clients of requests; undefined for the default. */
  trustedProxies: string[] | undefined
  /** Where the metrics are served without a token; undefined for nowhere. */
  metricsAt: { host: string; port: number } | undefined
  /** The token with which the site's own port serves the metrics. */
  metricsToken: string | undefined
  analytics: Analytics
  /** Used only if `isRedisEnabled`. */
  redis: RedisSettings
}

/** The environment of this process, with the data directory of `--data` if it is given. */
export function withDataDir(data: string | undefined): NodeJS.ProcessEnv {
  return { ...process.env, ...(data !== undefined && { FANSITE_DATA: data }) }
}

/**
 * Reads the environment. An empty value counts as unset. Throws `ConfigError` with all values that
 * are not valid.
 */
export function readEnvironment(variables: NodeJS.ProcessEnv): Environment {
  const parsed = shape.safeParse(withoutEmpty(variables))
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => describe(issue, variables)))
  }
  const values = parsed.data
  return {
    apiBaseUrl: values.NOTION_API_BASE_URL?.replace(/\/+$/, ''),
    token: values.NOTION_TOKEN,
    activeUser: values.NOTION_ACTIVE_USER,
    dataDir: path.resolve(values.FANSITE_DATA ?? 'data'),
    host: values.HOST ?? 'localhost',
    port: values.PORT ?? 3000,
    logLevel: values.LOG_LEVEL ?? 'warn',
    trustedProxies: values.TRUSTED_PROXIES,
    metricsAt: readMetricsAddress(values),
    metricsToken: values.METRICS_TOKEN,
    analytics: readAnalytics(values),
    redis: readRedisSettings(values)
  }
}

function withoutEmpty(variables: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''))
}

function readMetricsAddress(values: z.infer<typeof shape>): Environment['metricsAt'] {
  const { METRICS_HOST: host = '127.0.0.1', METRICS_PORT: port } = values
  return port === undefined ? undefined : { host, port }
}

function readAnalytics(values: z.infer<typeof shape>): Analytics {
  const { POSTHOG_KEY: key, FATHOM_SITE_ID: siteId } = values
  const host = (values.POSTHOG_HOST ?? 'https://us.i.posthog.com').replace(/\/+$/, '')
  const scriptUrl = values.FATHOM_SCRIPT_URL ?? 'https://cdn.usefathom.com/script.js'
  return {
    ...(key && { posthog: { key, host } }),
    ...(siteId && { fathom: { siteId, scriptUrl } })
  }
}

function describe(issue: z.core.$ZodIssue, variables: NodeJS.ProcessEnv): string {
  const variable = String(issue.path[0])
  // Errors are logged, and the value may be a secret with a typing error.
  const value = secrets.has(variable) ? '' : ` "${variables[variable] ?? ''}"`
  return `Config error: environment variable ${variable}${value} is not valid: ${issue.message}`
}
