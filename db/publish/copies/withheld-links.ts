import type { Block, Collection } from 'notion-types'

import { ownPath, siteAddress } from '../../../site/addresses/site-address.ts'
import { parseId, undashId } from '../../../site/notion/blocks/notion-id.ts'
import {
  type HiddenTargets,
  withoutLinkTexts,
  withoutMentionTexts
} from '../../../site/spoilers/link-texts.ts'
import { isSpoilerPath } from '../../../site/spoilers/spoiler-path.ts'
import type { SpoilerUnits } from './spoiler-units.ts'

const DIGITS = '[0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const hasDigits = new RegExp(DIGITS, 'i')
const allDigits = new RegExp(DIGITS, 'gi')
/** The last part of a path that ends with an id: a letter or digit before it is no name. */
const namedIds = new RegExp(
  `(?<=/)(?:[^\\s"'/\\\\?#<>]*?[^\\s"'/\\\\?#<>0-9a-z])??(${DIGITS})`,
  'gi'
)
/** A URL, or a whole text that is a path, up to its query string. */
const addresses = /(?:https?:\/\/|(?<=")\/)[^\s"'\\?#<>]*[^\s"'\\?#<>.,;:!)\]]/gi

/**
 * A record whose links do not name spoilers: workspace URLs contain the names of pages
 * (`/Name-of-the-page-<id>`), and so do addresses of the site.
 */
export function withoutSlugs<T>(record: T, { paths, formerPaths, domain }: SpoilerUnits): T {
  const text = JSON.stringify(record)
  const hasPaths = formerPaths.size > 0 && (text.includes('://') || text.includes('"/'))
  if (!hasPaths && !hasDigits.test(text)) return record
  const neutral = withoutNamesOf(text, (id) => paths.has(id))
  if (!hasPaths) return JSON.parse(neutral) as T
  const own = neutral.replaceAll(addresses, (address: string) => {
    const path = paths.get(formerPaths.get(ownPath(domain, address) ?? '') ?? '')
    if (path === undefined) return address
    return address.startsWith('/') ? path : siteAddress(domain, path)
  })
  return JSON.parse(own) as T
}

/** A record whose workspace URLs do not name these pages. */
export function withoutNames<T>(record: T, has: (id: string) => boolean): T {
  return JSON.parse(withoutNamesOf(JSON.stringify(record), has)) as T
}

function withoutNamesOf(text: string, has: (id: string) => boolean): string {
  return text.replaceAll(namedIds, (address, digits: string) => {
    const id = parseId(digits)
    return id !== undefined && has(id) ? undashId(id) : address
  })
}

/** Whether a text contains one of these ids. */
export function hasIds(text: string, has: (id: string) => boolean): boolean {
  for (const [digits] of text.matchAll(allDigits)) {
    const id = parseId(digits)
    if (id !== undefined && has(id)) return true
  }
  return false
}

/** A block whose links repeat no text and no name of a spoiler that it does not belong to. */
export function withBareLinks(block: Block, units: SpoilerUnits): Block {
  return withoutSlugs(withoutLinkTexts(block, targetsOutside(block.id, units)), units)
}

/** Like `withBareLinks`, for a collection. */
export function withBareMentions(collection: Collection, units: SpoilerUnits): Collection {
  return withoutSlugs(withoutMentionTexts(collection, targetsOutside(collection.id, units)), units)
}

/** The pages, toggles and blocks of all spoilers but the one that a record belongs to. */
function targetsOutside(recordId: string, units: SpoilerUnits): HiddenTargets {
  const { unitOf, formerPaths, domain } = units
  const own = unitOf(recordId)
  const has = (id: string) => {
    const unit = unitOf(id)
    return unit !== undefined && unit.id !== own?.id
  }
  const hasPath = (path: string) => {
    const id = formerPaths.get(path)
    return isSpoilerPath(path) || (id !== undefined && has(id))
  }
  return { has, hasPath, domain }
}
