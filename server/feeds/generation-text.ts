import { keys } from '../../db/changes/change-keys.ts'
import { noteRead } from '../../db/changes/record-reads.ts'
import { indexFileName } from '../../site/browse/mirror-chunks.ts'
import { mirrorFileName } from '../../site/browse/mirror-file.ts'
import type { RenderContext } from '../render/site-shell.ts'
import type { RenderedText } from '../responses/rendered-text.ts'
import { addressOfList } from './offline-list.ts'
import { addressOfNames, generationCaching, namesFile } from './search-names.ts'

/**
 * `/generation.json`: the generation that is served, and the addresses of the file of names, of the list for
 * reading offline and of the mirror (in a folder: of the index of its chunks) relative to this one. A site without a search, or with
 * too many pages, has no file of names; one that does not offer its mirror names no file of it.
 */
export function generationText(context: RenderContext): RenderedText {
  const { site } = context
  noteRead(keys.sync)
  const { generation } = site.served()
  const file = site.config.isSearchEnabled ? namesFile(site) : undefined
  const names = file && { searchNames: addressOfNames(file) }
  const isOffered = site.config.isMirrorDownloadEnabled && !site.hasExcludedPages()
  const nameOf = site.hosting === 'static' ? indexFileName : mirrorFileName
  const mirror = isOffered && { mirror: nameOf(site.published().publication) }
  const offline = site.config.isOfflineEnabled && { offline: addressOfList(context) }
  return {
    body: JSON.stringify({ generation, ...names, ...mirror, ...offline }),
    mediaType: 'application/json',
    caching: generationCaching,
    hasYear: offline !== false,
    surrogateKind: 't-feed'
  }
}
