import { z } from 'zod'

import type { SiteConfig } from './config.ts'
import { parseId } from './page-id.ts'
import { isReservedPath } from './reserved-paths.ts'

/** The configuration cannot be used; `problems` holds one message for each thing to mend. */
export class ConfigError extends Error {
  readonly problems: string[]

  constructor(problems: string[]) {
    super(problems.join('\n'))
    this.name = 'ConfigError'
    this.problems = problems
  }
}

const address = z.url({ protocol: /^https?$/ })

const navigationLink = z.union([
  z.strictObject({ title: z.string().min(1), pageId: z.string() }),
  z.strictObject({ title: z.string().min(1), url: z.string().min(1) })
])

const socialLinks = z.strictObject({
  chatInvite: address.optional(),
  videoChannel: address.optional(),
  socialHandle: z.string().optional(),
  datapackHosting: address.optional(),
  datapackListings: z.array(address).optional(),
  github: z.string().optional(),
  twitter: z.string().optional(),
  mastodon: address.optional(),
  youtube: z.string().optional(),
  linkedin: z.string().optional(),
  newsletter: address.optional()
})

/** Types and defaults; what a key means is told in `config.ts`. */
const siteConfig = z.strictObject({
  rootNotionPageId: z.unknown(),
  rootNotionSpaceId: z.string().nullable().default(null),
  name: z.string().default(''),
  domain: z.string().default(''),
  author: z.string().default(''),
  description: z.string().default('Notion Blog'),
  language: z.string().default('en'),
  timeZone: z.string().default('UTC'),
  indexable: z.boolean().default(true),
  social: socialLinks.default({}),
  defaultPageIcon: z.string().nullable().default(null),
  defaultPageCover: z.string().nullable().default(null),
  defaultPageCoverPosition: z.number().min(0).max(1).default(0.5),
  isPreviewImageSupportEnabled: z.boolean().default(false),
  maxFileSizeMB: z.number().positive().default(50),
  maxSyncDownloadMB: z.number().positive().default(2000),
  isRedisEnabled: z.boolean().default(false),
  pageUrlOverrides: z.record(z.string(), z.string()).default({}),
  excludedPageIds: z.array(z.string()).default([]),
  navigationStyle: z.enum(['default', 'custom']).default('default'),
  navigationLinks: z.array(navigationLink).default([]),
  isSearchEnabled: z.boolean().default(true),
  areSearchesCounted: z.boolean().default(true),
  isMirrorDownloadEnabled: z.boolean().default(true),
  includeNotionIdInUrls: z.boolean().default(false)
})

type ParsedConfig = z.infer<typeof siteConfig>

/**
 * Checks a configuration and fills in its defaults. All problems are found before it throws
 * `ConfigError`, one message each; the wording of the first four checks is part of the contract.
 */
export function readSiteConfig(input: object): SiteConfig {
  const parsed = siteConfig.safeParse(input)
  const issues = parsed.error?.issues ?? []
  const config = parsed.data ?? siteConfig.parse(withoutInvalidKeys(input, issues))
  const named = new Set(issues.map((issue) => String(issue.path[0])))
  const problems = [
    ...issues.flatMap(describeIssue),
    ...requiredTextProblems(config, named),
    ...rootPageProblems(config.rootNotionPageId),
    ...domainProblems(config.domain),
    ...spaceProblems(config.rootNotionSpaceId),
    ...languageProblems(config.language),
    ...timeZoneProblems(config.timeZone),
    ...limitProblems(config),
    ...overrideProblems(config),
    ...excludedProblems(config),
    ...navigationProblems(config.navigationLinks)
  ]
  if (problems.length > 0) throw new ConfigError(problems)
  return withDashedIds(config)
}

/** What is left of an input when the keys that do not fit are gone, so that the others can be checked too. */
function withoutInvalidKeys(input: object, issues: z.core.$ZodIssue[]): object {
  const invalid = new Set(
    issues.flatMap((issue) =>
      issue.code === 'unrecognized_keys' && issue.path.length === 0
        ? issue.keys
        : [String(issue.path[0])]
    )
  )
  return Object.fromEntries(Object.entries(input).filter(([key]) => !invalid.has(key)))
}

function describeIssue(issue: z.core.$ZodIssue): string[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => `Config error: unknown site config key "${key}"; remove it`)
  }
  const key = issue.path.join('.')
  return [`Config error: site config value "${key}" is not valid: ${issue.message}`]
}

/** Required texts that are missing; one that an issue has named already is not told twice. */
function requiredTextProblems(config: ParsedConfig, named: Set<string>): string[] {
  return (['name', 'author', 'domain'] as const)
    .filter((key) => !named.has(key) && !config[key].trim())
    .map((key) => `Config error: missing required site config value "${key}"`)
}

function rootPageProblems(value: unknown): string[] {
  if (parseId(value)) return []
  return [`Config error invalid rootNotionPageId "${String(value ?? '')}"`]
}

function domainProblems(domain: string): string[] {
  if (!domain.trim() || isBareHost(domain)) return []
  const remedy = 'write the bare host, such as "wiki.example.org"'
  return [`Config error: domain "${domain}" is not a bare host; ${remedy}`]
}

function isBareHost(domain: string): boolean {
  const label = '[\\p{L}\\p{N}](?:[\\p{L}\\p{N}-]*[\\p{L}\\p{N}])?'
  return (
    new RegExp(`^${label}(\\.${label})*$`, 'u').test(domain) && URL.canParse(`https://${domain}`)
  )
}

function spaceProblems(spaceId: string | null): string[] {
  if (spaceId === null || parseId(spaceId)) return []
  return [`Config error: invalid rootNotionSpaceId "${spaceId}"; write a space id or null`]
}

function languageProblems(language: string): string[] {
  try {
    Intl.getCanonicalLocales(language)
    return language ? [] : ['Config error: language is empty; write a tag such as "en" or "ja"']
  } catch (error) {
    // The only error it knows: the tag is not well formed.
    return [`Config error: language "${language}" is not a language tag: ${String(error)}`]
  }
}

function timeZoneProblems(timeZone: string): string[] {
  try {
    new Date(0).toLocaleString('en', { timeZone })
    return []
  } catch (error) {
    // The only error it knows: there is no such time zone.
    const remedy = 'write an IANA name such as "Asia/Tokyo" or "UTC"'
    return [`Config error: timeZone "${timeZone}" is not known (${String(error)}); ${remedy}`]
  }
}

function limitProblems({ maxFileSizeMB, maxSyncDownloadMB }: ParsedConfig): string[] {
  if (maxFileSizeMB <= maxSyncDownloadMB) return []
  return [
    `Config error: maxFileSizeMB ${maxFileSizeMB} is more than maxSyncDownloadMB ${maxSyncDownloadMB}; no run could fetch such a file`
  ]
}

function overrideProblems(config: ParsedConfig): string[] {
  const root = parseId(config.rootNotionPageId)
  const seen = new Map<string, string>()
  return Object.entries(config.pageUrlOverrides).flatMap(([path, pageId]) => {
    const problem = overrideProblem(path, pageId)
    if (problem) return [problem]
    const id = parseId(pageId) ?? pageId
    if (id === root) return [`${overrideLabel(pageId)}: the root page always stands at "/"`]
    const earlier = seen.get(id) ?? seen.get(cleanPath(path))
    seen.set(id, path).set(cleanPath(path), path)
    return earlier === undefined
      ? []
      : [`${overrideLabel(pageId)}: "${path}" repeats "${earlier}"; a page has one path`]
  })
}

function overrideLabel(pageId: string): string {
  return `Invalid pageUrlOverrides value for page "${pageId}"`
}

function overrideProblem(path: string, pageId: string): string | undefined {
  if (!parseId(pageId)) return `Invalid pageUrlOverrides page id "${pageId}"`
  if (!path) return `Missing pageUrlOverrides value for page "${pageId}"`
  if (!path.startsWith('/')) {
    return `${overrideLabel(pageId)}: value "${path}" should be a relative URI that starts with "/"`
  }
  if (cleanPath(path) === '/' || /[?#\\\s]|\/\/|\/\.\.?(\/|$)/.test(path)) {
    return `${overrideLabel(pageId)}: "${path}" is not a plain path; write one such as "/did-you-know"`
  }
  if (isReservedPath(path)) {
    return `${overrideLabel(pageId)}: "${path}" is reserved for the server; choose another path`
  }
  return undefined
}

function excludedProblems(config: ParsedConfig): string[] {
  const root = parseId(config.rootNotionPageId)
  return config.excludedPageIds.flatMap((pageId) => {
    const id = parseId(pageId)
    if (!id) return [`Config error: excludedPageIds has an invalid page id "${pageId}"`]
    return id === root ? [`Config error: excludedPageIds names the root page "${pageId}"`] : []
  })
}

function navigationProblems(links: ParsedConfig['navigationLinks']): string[] {
  return links.flatMap((link) => {
    const label = `Config error: navigationLinks entry "${link.title}"`
    if ('pageId' in link) {
      return parseId(link.pageId) ? [] : [`${label} has an invalid pageId "${link.pageId}"`]
    }
    const isAddress = link.url.startsWith('/') || /^(https?|mailto):/i.test(link.url)
    return isAddress ? [] : [`${label} has an invalid url "${link.url}"; write a full address`]
  })
}

function withDashedIds(config: ParsedConfig): SiteConfig {
  return {
    ...config,
    rootNotionPageId: dashed(String(config.rootNotionPageId)),
    rootNotionSpaceId: config.rootNotionSpaceId && dashed(config.rootNotionSpaceId),
    excludedPageIds: config.excludedPageIds.map(dashed),
    navigationLinks: config.navigationLinks.map((link) =>
      'pageId' in link ? { title: link.title, pageId: dashed(link.pageId) } : link
    ),
    pageUrlOverrides: Object.fromEntries(
      Object.entries(config.pageUrlOverrides).map(([path, id]) => [cleanPath(path), dashed(id)])
    )
  }
}

function dashed(id: string): string {
  return parseId(id) ?? id
}

function cleanPath(path: string): string {
  return path.normalize('NFC').replace(/(.)\/+$/, '$1')
}
