import { readFileSync } from 'node:fs'
import path from 'node:path'

import { findAsset } from '../../db/assets/find-asset.ts'
import { mayNamesDiffer } from '../../db/search/read-names.ts'
import { readTouchedNumbers } from '../../db/search/touched-pages.ts'
import type { ChangeKey } from '../../db/changes/record-reads.ts'
import { publishedIndex } from '../../db/search/published-index.ts'
import { addressOfNames, namesFile } from '../../server/feeds/search-names.ts'
import type { PublishedSite } from '../../server/publication/published-site.ts'
import { differenceFrom } from '../../server/responses/publication-mark.ts'
import { placeAddresses } from '../addresses/place-addresses.ts'
import { type FilledFolder, sizeOf } from '../folder/filled-folder.ts'
import { type WrittenFile, writeUnlessSame } from '../folder/write-file.ts'
import { searchFiles } from './search-files.ts'
import { type SearchFile, isIntact } from './shard-writer.ts'

/**
 * Writes the search of a folder; empty if the site has none. `marks` are those of the publication that the
 * search of the folder before shows, null if that is not known, and of the present one.
 */
export function writeSearch(
  site: PublishedSite,
  folder: FilledFolder,
  marks: { before: string | null; now: string }
): Map<string, WrittenFile> {
  const { mirror, excluded } = site.served()
  if (!site.config.isSearchEnabled || publishedIndex(mirror) === undefined) return new Map()
  const options = {
    excluded,
    names: () => {
      const names = namesFile(site)
      return names ? addressOfNames(names) : null
    },
    placePicture: (address: string) => placedPicture(site, address)
  }
  const previous = previousOf(site, folder, marks)
  const written = writeFiles(searchFiles(mirror, { ...options, previous }), folder)
  if (written) return written
  const whole = writeFiles(searchFiles(mirror, options), folder)
  if (!whole) throw new Error('a file of the search has no content')
  return whole
}

/** Undefined if everything is made again. */
function previousOf(
  site: PublishedSite,
  { earlier }: FilledFolder,
  { before, now }: { before: string | null; now: string }
) {
  if (before === null) return undefined
  const { mirror } = site.served()
  const keys = touchedKeys(site, before, now)
  return {
    read: (name: string) => readIntact(earlier, name),
    touched: keys && readTouchedNumbers(mirror, keys),
    hasSameNames: keys && !mayNamesDiffer(mirror, keys)
  }
}

/** The keys that were touched since an earlier publication; undefined if all may be. */
function touchedKeys(site: PublishedSite, before: string, now: string): Set<ChangeKey> | undefined {
  if (site.hasExcludedPages()) return undefined
  const difference = differenceFrom(before, site.published(), now)
  if (difference.kind === 'none') return new Set()
  return difference.keys === 'all' ? undefined : difference.keys
}

/** Undefined if a file that is taken as it is has been removed from, or damaged in, both versions. */
function writeFiles(
  files: SearchFile[],
  folder: FilledFolder
): Map<string, WrittenFile> | undefined {
  const written = new Map<string, WrittenFile>()
  for (const file of files) {
    const each = writeFile(file, folder)
    if (!each) return undefined
    written.set(file.path, each)
  }
  return written
}

function writeFile(
  { path: name, body }: SearchFile,
  { folder, earlier, isCopy }: FilledFolder
): WrittenFile | undefined {
  const place = { folder, name, earlier }
  if (body !== undefined) return writeUnlessSame(body, place)
  const size = isCopy ? sizeOf(path.join(folder, name)) : undefined
  if (size !== undefined) return { size, isNew: false }
  const content = readIntact(earlier, name)
  return content === undefined ? undefined : writeUnlessSame(content, place)
}

/** The list of names has the same pictures, so they are in the folder. */
function placedPicture(site: PublishedSite, address: string): string {
  const { mirror } = site.served()
  const { text } = placeAddresses(JSON.stringify(address), {
    path: '/search',
    basePath: site.basePath,
    domain: site.config.domain,
    mediaType: 'application/json',
    socialImages: 'site',
    findPicture: (source) => findAsset(mirror, source)
  })
  return JSON.parse(text) as string
}

/** Undefined if a file is missing or damaged. */
function readIntact(earlier: string | undefined, name: string): string | undefined {
  if (earlier === undefined) return undefined
  try {
    const body = readFileSync(path.join(earlier, name), 'utf8')
    return isIntact(name, body) ? body : undefined
  } catch (error) {
    // A folder of a build without a search.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
