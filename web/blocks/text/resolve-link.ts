import { linkedIds } from '../../../site/notion/blocks/block-references.ts'
import { parseId, undashId } from '../../../site/notion/blocks/notion-id.ts'
import { type PageContext, pagePath } from '../context/page-context.ts'
import { anchorOf } from '../context/page-outline.ts'

/**
 * The address of a text's link as it leads here: links to pages, views and blocks of the workspace
 * lead to their place on this site; those the mirror lacks, and that only the workspace could follow,
 * lead nowhere. Any other address stays as it is.
 */
export function resolveLink(address: unknown, context: PageContext): string | undefined {
  if (typeof address !== 'string') return undefined
  const fragment = parseId(address.split('#')[1])
  const { anchors } = context.outline
  if (address.startsWith('#')) return fragment ? `#${anchorOf(anchors, fragment)}` : address

  const ids = linkedIds(address)
  if (ids.length === 0) return address
  const place = ids.map((id) => placeOf(context, id)).find(Boolean)
  if (!place) return address.startsWith('/') ? undefined : address
  const query = place.id === ids.at(-1) ? viewQuery(address) : ''
  const blockId = fragment ?? place.blockId
  if (!blockId) return place.path + query
  // A section of the page that is read is named as its own contents do.
  const isHere = place.path === context.page.path && query === ''
  return isHere ? `#${anchorOf(anchors, blockId)}` : `${place.path}${query}#${undashId(blockId)}`
}

interface Place {
  id: string
  path: string
  /** For what is no page. */
  blockId?: string
}

function placeOf(context: PageContext, id: string): Place | undefined {
  const path = pagePath(context, id)
  if (path !== undefined) return { id, path }
  const { places } = context.page
  const holder = Object.hasOwn(places, id) ? places[id] : undefined
  return holder === undefined ? undefined : { id, path: holder, blockId: id }
}

/** A link to a database may name one of its views, as an address here does. */
function viewQuery(address: string): string {
  const viewId = parseId(new URL(address, 'https://notion.so').searchParams.get('v') ?? undefined)
  return viewId ? `?v=${undashId(viewId)}` : ''
}
