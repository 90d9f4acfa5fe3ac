import { z } from 'zod'

import type { SiteMessages } from '../locales/site-messages.ts'
import { isFields } from '../notion/is-fields.ts'
import { nearestName } from '../search/vocabulary.ts'

/** Not `min(1)`, which throws for an object whose `length` cannot be compared. */
const text = z.string().refine((value) => value.trim() !== '', 'write a text')

/** Text of one line: lists and files of other tools have one line for a name. */
const line = z.string().transform((value) => value.trim().replaceAll(/\s*[\r\n]+\s*/g, ' '))

const address = z.url({ protocol: /^https?$/, error: 'write a full http or https address' })

const navigationLink = z
  .strictObject({
    title: text,
    pageId: z.string().optional(),
    url: text.optional()
  })
  .transform((link, context) => {
    const { title, pageId, url } = link
    if (pageId !== undefined && url === undefined) return { title, pageId }
    if (url !== undefined && pageId === undefined) return { title, url }
    const has = url === undefined ? 'neither pageId nor url' : 'both pageId and url'
    context.addIssue(`it has ${has}; write { title, pageId } or { title, url }`)
    return z.NEVER
  })

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

const spoilers = z.strictObject({
  mode: z.enum(['blur', 'withhold']).default('withhold'),
  chapters: z.array(text.trim()).default([]),
  property: text.default('Spoiler'),
  tag: text.nullable().default(null),
  sign: text.trim().nullable().default(null)
})

const translations = z.strictObject({
  relation: text.default('Translations'),
  language: text.default('Language')
})

/** Types and defaults of all keys; `config.ts` documents each key. */
const siteConfig = z.strictObject({
  rootNotionPageId: z.unknown().optional(),
  rootNotionSpaceId: z.string().nullable().default(null),
  name: line.default(''),
  domain: z.string().default(''),
  author: line.default(''),
  description: line.default('Notion Blog'),
  language: z.string().default('en'),
  // `read-config.ts` checks the texts.
  messages: z.custom<SiteMessages>(isFields, { error: 'write an object' }).default({}),
  timeZone: z.string().default('UTC'),
  indexable: z.boolean().default(true),
  theme: z.enum(['notion', 'pixel']).default('notion'),
  customCss: text.nullable().default(null),
  social: socialLinks.default({}),
  defaultPageIcon: z.string().nullable().default(null),
  defaultPageCover: z.string().nullable().default(null),
  defaultPageCoverPosition: z.number().min(0).max(1).default(0.5),
  isPreviewImageSupportEnabled: z.boolean().default(false),
  maxFileSizeMB: z.number().positive().default(50),
  maxSyncDownloadMB: z.number().positive().default(2000),
  isRedisEnabled: z.boolean().default(false),
  isMcpEnabled: z.boolean().default(false),
  pageUrlOverrides: z.record(z.string(), z.string()).default({}),
  excludedPageIds: z.array(z.string()).default([]),
  navigationStyle: z.enum(['default', 'custom']).default('default'),
  navigationLinks: z.array(navigationLink).default([]),
  isSiteTreeEnabled: z.boolean().default(true),
  areRelatedPagesShown: z.boolean().default(true),
  components: text.nullable().default(null),
  translations: translations.nullable().default(null),
  spoilers: spoilers.nullable().default(null),
  isSearchEnabled: z.boolean().default(true),
  isOfflineEnabled: z.boolean().default(true),
  areSearchesCounted: z.boolean().default(true),
  isMirrorDownloadEnabled: z.boolean().default(true),
  includeNotionIdInUrls: z.boolean().default(false)
})

/** The names of all keys. */
export const configKeys = Object.keys(siteConfig.shape)

export type ParsedConfig = z.infer<typeof siteConfig>

/**
 * Checks types, rejects unknown keys and fills in defaults. An invalid value or list entry is
 * reported and dropped, so that the remaining checks still run.
 */
export function parseShape(input: object): { config: ParsedConfig; problems: string[] } {
  const given = Object.fromEntries(Object.entries(input).filter(isGiven))
  const parsed = siteConfig.safeParse(given)
  const issues = parsed.error?.issues ?? []
  const config = parsed.data ?? siteConfig.parse(withoutInvalid(given, issues))
  const reported = new Set(issues.map((issue) => String(issue.path[0])))
  const missing = [
    ...('rootNotionPageId' in input && input.rootNotionPageId === null ? [ROOT_KEY] : []),
    ...requiredTexts.filter((key) => !reported.has(key) && !config[key].trim())
  ]
  const problems = [
    ...issues.flatMap(describeIssue),
    ...missing.map((key) => `Config error: missing required site config value "${key}"`)
  ]
  return { config, problems }
}

const ROOT_KEY = 'rootNotionPageId'
const requiredTexts = ['name', 'author', 'domain'] as const

/** A required key set to null counts as missing. */
function isGiven([key, value]: [string, unknown]): boolean {
  return value !== null || ![ROOT_KEY, ...requiredTexts].includes(key)
}

function withoutInvalid(input: object, issues: z.core.$ZodIssue[]): object {
  const paths = issues.flatMap(invalidPaths).map((path) => JSON.stringify(path.slice(0, 2)))
  const invalid = new Set(paths)
  const isValid = (...path: PropertyKey[]) => !invalid.has(JSON.stringify(path))
  const validPart = (key: string, value: unknown): unknown => {
    if (Array.isArray(value)) return value.filter((_, index) => isValid(key, index))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).filter(([name]) => isValid(key, name)))
  }
  const entries = Object.entries(input).filter(([key]) => isValid(key))
  return Object.fromEntries(entries.map(([key, value]) => [key, validPart(key, value)]))
}

function invalidPaths(issue: z.core.$ZodIssue): PropertyKey[][] {
  if (issue.code !== 'unrecognized_keys') return [issue.path]
  return issue.keys.map((key) => [...issue.path, key])
}

function describeIssue(issue: z.core.$ZodIssue): string[] {
  const keys = invalidPaths(issue).map((path) => path.join('.'))
  if (issue.code === 'unrecognized_keys') {
    return keys.map((key) => {
      const meant = issue.path.length === 0 ? nearestName(key, configKeys) : undefined
      const remedy = meant === undefined ? 'remove it' : `write "${meant}", or remove it`
      return `Config error: unknown site config key "${key}"; ${remedy}`
    })
  }
  return keys.map(
    (key) => `Config error: site config value "${key}" is not valid: ${issue.message}`
  )
}
