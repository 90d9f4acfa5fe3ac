import { type ParsedConfig, parseShape } from './config-shape.ts'
import type { SiteConfig } from './config.ts'
import { parseId } from '../notion/blocks/notion-id.ts'
import { parsePageLink } from '../notion/blocks/page-link.ts'
import { isReservedPath } from '../addresses/reserved-paths.ts'
import { messageProblems } from '../locales/site-messages.ts'
import { isSpoilerPath } from '../spoilers/spoiler-path.ts'
import { isFields } from '../notion/is-fields.ts'
import { withoutSlashes } from '../addresses/site-address.ts'

/** An invalid configuration; `problems` has one message for each problem. */
export class ConfigError extends Error {
  readonly problems: string[]

  constructor(problems: string[]) {
    const messages = problems.map(shortLine)
    super(messages.join('\n'))
    this.name = 'ConfigError'
    this.problems = messages
  }
}

/**
 * Input values may have many lines or megabytes; each message stays one line of about 1,000
 * characters.
 */
function shortLine(text: string): string {
  const line = text.replace(/\s*[\r\n]+\s*/g, ' ')
  return line.length > 1000 ? `${line.slice(0, 1000)}…` : line
}

/**
 * Validates a configuration and fills in its defaults. Throws `ConfigError` with all problems, one
 * message each. The specification fixes the wording of the first five checks.
 */
export function readSiteConfig(input: unknown): SiteConfig {
  if (!isFilledObject(input)) {
    const keys = 'rootNotionPageId, name, author and domain'
    throw new ConfigError([
      `Invalid site config: site.config.ts must export an object with ${keys}`
    ])
  }
  const { config, problems } = parseShape(input)
  problems.push(
    ...rootPageProblems(config.rootNotionPageId),
    ...domainProblems(config.domain),
    ...spaceProblems(config.rootNotionSpaceId),
    ...languageProblems(config.language),
    ...textProblems(config.messages),
    ...timeZoneProblems(config.timeZone),
    ...limitProblems(config),
    ...overrideProblems(config),
    ...excludedProblems(config),
    ...navigationProblems(config.navigationLinks),
    ...spoilerProblems(config.spoilers)
  )
  if (problems.length > 0) throw new ConfigError(problems)
  return withDashedIds(config)
}

function isFilledObject(input: unknown): input is object {
  return isFields(input) && Object.keys(input).length > 0
}

function rootPageProblems(value: unknown): string[] {
  if (parsePageLink(value)) return []
  const shown = typeof value === 'object' && value !== null ? 'an object' : String(value ?? '')
  return [`Config error invalid rootNotionPageId "${shown}"`]
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
    // The only possible error: a malformed tag.
    return [`Config error: language "${language}" is not a language tag: ${String(error)}`]
  }
}

function textProblems(texts: ParsedConfig['messages']): string[] {
  return messageProblems(texts).map((problem) => `Config error: messages: ${problem}`)
}

function timeZoneProblems(timeZone: string): string[] {
  try {
    new Date(0).toLocaleString('en', { timeZone })
    return []
  } catch (error) {
    // The only possible error: an unknown time zone.
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
  const root = parsePageLink(config.rootNotionPageId)
  const seen = new Map<string, string>()
  return Object.entries(config.pageUrlOverrides).flatMap(([path, pageId]) => {
    const problem = overrideProblem(path, pageId)
    if (problem) return [problem]
    const id = parsePageLink(pageId) ?? pageId
    if (id === root) return [`${overrideLabel(pageId)}: the root page is always at "/"`]
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
  if (!parsePageLink(pageId)) return `Invalid pageUrlOverrides page id "${pageId}"`
  if (!path) return `Missing pageUrlOverrides value for page "${pageId}"`
  if (!path.startsWith('/')) {
    return `${overrideLabel(pageId)}: value "${path}" should be a relative URI that starts with "/"`
  }
  if (cleanPath(path) === '/' || /[?#\\\s]|\/\/|\/\.\.?(\/|$)/.test(path)) {
    return `${overrideLabel(pageId)}: "${path}" is not a plain path; write one such as "/did-you-know"`
  }
  if (isReservedPath(path) || isSpoilerPath(path)) {
    return `${overrideLabel(pageId)}: "${path}" is reserved for the server; choose another path`
  }
  return undefined
}

function excludedProblems(config: ParsedConfig): string[] {
  const root = parsePageLink(config.rootNotionPageId)
  return config.excludedPageIds.flatMap((pageId) => {
    const id = parsePageLink(pageId)
    if (!id) return [`Config error: excludedPageIds has an invalid page id "${pageId}"`]
    return id === root ? [`Config error: excludedPageIds names the root page "${pageId}"`] : []
  })
}

function navigationProblems(links: ParsedConfig['navigationLinks']): string[] {
  return links.flatMap((link) => {
    const label = `Config error: navigationLinks entry "${link.title}"`
    if (link.pageId !== undefined) {
      return parsePageLink(link.pageId) ? [] : [`${label} has an invalid pageId "${link.pageId}"`]
    }
    const isAddress = link.url.startsWith('/') || /^(https?|mailto):/i.test(link.url)
    return isAddress ? [] : [`${label} has an invalid url "${link.url}"; write a full address`]
  })
}

function spoilerProblems(spoilers: ParsedConfig['spoilers']): string[] {
  const chapters = spoilers?.chapters ?? []
  const repeated = chapters.find((chapter, index) => chapters.indexOf(chapter) !== index)
  if (repeated === undefined) return []
  return [`Config error: chapters of spoilers names "${repeated}" twice; a chapter has one place`]
}

function withDashedIds(config: ParsedConfig): SiteConfig {
  return {
    ...config,
    rootNotionPageId: dashed(String(config.rootNotionPageId)),
    rootNotionSpaceId: parseId(config.rootNotionSpaceId) ?? null,
    excludedPageIds: config.excludedPageIds.map(dashed),
    navigationLinks: config.navigationLinks.map((link) =>
      link.pageId === undefined ? link : { ...link, pageId: dashed(link.pageId) }
    ),
    pageUrlOverrides: Object.fromEntries(
      Object.entries(config.pageUrlOverrides).map(([path, id]) => [cleanPath(path), dashed(id)])
    )
  }
}

function dashed(id: string): string {
  return parsePageLink(id) ?? id
}

function cleanPath(path: string): string {
  return withoutSlashes(path.normalize('NFC'))
}
