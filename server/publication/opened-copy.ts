import { existsSync } from 'node:fs'

import type { Collection } from 'notion-types'

import { readShownSources } from '../../db/assets/read-shown-sources.ts'
import { excludePages, hasHiddenPages } from '../../db/lists/exclusion/exclude-pages.ts'
import { type Mirror, openMirrorForReading } from '../../db/mirror/open-mirror.ts'
import { withoutValues } from '../../db/publish/copies/hidden-values.ts'
import { spoilerCopies } from '../../db/mirror/spoiler-copies.ts'
import { isSpoilerPath, spoilerPath, spoilerRoot } from '../../site/spoilers/spoiler-path.ts'
import { perPublication } from './per-publication.ts'
import type { PublishedSite } from './published-site.ts'

/**
 * Reads the mirror that contains withheld spoilers, which is opened for this call; undefined if nothing
 * is withheld, or if this site has only the public mirror.
 */
export function readOpenedCopy<T>(site: PublishedSite, read: (mirror: Mirror) => T): T | undefined {
  const file = openedCopy(site)
  if (file === undefined) return undefined
  const mirror = openMirrorForReading(file)
  try {
    return read(mirror)
  } finally {
    mirror.$client.close()
  }
}

/**
 * The source addresses of all files that this mirror shows without excluded pages; undefined if it has
 * no excluded page, as after the next sync.
 */
export const openedSources = perPublication(async (site): Promise<Set<string> | undefined> => {
  const file = openedCopy(site)
  if (file === undefined || site.config.excludedPageIds.length === 0) return undefined
  const mirror = openMirrorForReading(file)
  try {
    const excluded = excludePages(mirror, site.config.excludedPageIds)
    return excluded.size === 0 ? undefined : await readShownSources(mirror)
  } finally {
    mirror.$client.close()
  }
})

/** Whether the withheld page at a path can be opened. */
export function canOpen(site: PublishedSite, path: string): boolean {
  return isSpoilerPath(path) && openedCopy(site) !== undefined
}

function openedCopy(site: PublishedSite): string | undefined {
  const { name } = site.published().mirror.$client
  const file = spoilerCopies(name, site.config.spoilers)?.opened
  return file !== undefined && existsSync(file) ? file : undefined
}

/**
 * Excludes what the configuration excludes, and every spoiler but the one at this path, with the pages
 * above it and those that belong to it.
 */
export function excludeOtherSpoilers(
  mirror: Mirror,
  { path, excludedPageIds }: { path: string; excludedPageIds: string[] }
): void {
  const root = spoilerRoot(path)
  const others = mirror.$client
    .prepare<{ path: string; root: string; spoilers: string }, string>(
      `with recursive above (id, parent) as (
         select id, parent_page_id from page where path = :path
         union
         select page.id, page.parent_page_id from above join page on page.id = above.parent
       )
       select id from page
        where path like :spoilers and path <> :root and path not like :root || '/%'
          and id not in (select id from above)`
    )
    .pluck()
    .all({ path, root, spoilers: `${spoilerPath()}%` })
  excludePages(mirror, [...others, ...excludedPageIds])
  if (hasHiddenPages(mirror)) hideOptions(mirror)
}

/** Hides the options that only excluded rows have: a temporary table replaces the view of `excludePages`. */
function hideOptions({ $client }: Mirror): void {
  const options = $client
    .prepare<[], [collectionId: string, option: string]>(
      `${optionsOf('in')} except ${optionsOf('not in')}`
    )
    .raw()
  const hidden = new Map<string, Set<string>>()
  for (const [id, option] of options.all())
    hidden.set(id, (hidden.get(id) ?? new Set()).add(option))
  $client.exec(`
    create temp table shown_collection as select * from temp.collection;
    drop view temp.collection;
    alter table temp.shown_collection rename to collection`)
  const read = $client.prepare<[string], string>('select raw from temp.collection where id = ?')
  const write = $client.prepare('update temp.collection set raw = ? where id = ?')
  for (const [id, own] of hidden) {
    const raw = read.pluck().get(id)
    if (raw) write.run(JSON.stringify(withoutValues(JSON.parse(raw) as Collection, own)), id)
  }
}

const optionsOf = (isHidden: 'in' | 'not in') =>
  `select collection_id, text from main.property_value
    where type in ('select', 'multi_select', 'status') and text is not null
      and page_id ${isHidden} (select id from temp.hidden_page)`
