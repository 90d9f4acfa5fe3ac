import { readFileSync } from 'node:fs'
import path from 'node:path'

import { findAsset } from '../../db/assets/find-asset.ts'
import { publishedIndex } from '../../db/search/published-index.ts'
import { generationText } from '../../server/feeds/search-names.ts'
import type { PublishedSite } from '../../server/publication/published-site.ts'
import { placeAddresses } from '../addresses/place-addresses.ts'
import { placeCopy, writeUnlessSame } from '../folder/write-file.ts'
import { searchFiles } from './search-files.ts'

/** Writes the search of a folder; returns the bytes of each file, and how many have changed. */
export function writeSearch(
  site: PublishedSite,
  { folder, earlier }: { folder: string; earlier: string | undefined }
): { sizes: Map<string, number>; written: number } {
  const sizes = new Map<string, number>()
  let written = 0
  const { mirror, excluded } = site.served()
  if (!site.config.isSearchEnabled || publishedIndex(mirror) === undefined)
    return { sizes, written }
  const { searchNames = null } = JSON.parse(generationText(site).body) as { searchNames?: string }
  const read = (name: string) => readPrevious(earlier, name)
  const placePicture = (address: string) => placedPicture(site, address)
  const files = searchFiles(mirror, { excluded, names: searchNames, placePicture, previous: read })
  for (const { path: name, body } of files) {
    const isKept =
      body === undefined &&
      earlier !== undefined &&
      placeCopy(path.join(earlier, name), folder, name)
    const content = body ?? read(name) ?? ''
    if (isKept) sizes.set(name, Buffer.byteLength(content))
    else {
      const { size, isNew } = writeUnlessSame(content, { folder, name, earlier })
      sizes.set(name, size)
      if (isNew) written++
    }
  }
  return { sizes, written }
}

/** The list of names has the same pictures, so they are in the folder. */
function placedPicture(site: PublishedSite, address: string): string {
  const { mirror } = site.served()
  const { text } = placeAddresses(JSON.stringify(address), {
    path: '/search',
    basePath: site.basePath,
    domain: site.config.domain,
    mediaType: 'application/json',
    findPicture: (source) => findAsset(mirror, source)
  })
  return JSON.parse(text) as string
}

function readPrevious(earlier: string | undefined, name: string): string | undefined {
  if (earlier === undefined) return undefined
  try {
    return readFileSync(path.join(earlier, name), 'utf8')
  } catch (error) {
    // A folder of a build without a search.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
