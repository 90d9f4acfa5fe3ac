import { linkedIds } from '../../../site/notion/blocks/block-references.ts'
import { parseId, undashId } from '../../../site/notion/blocks/notion-id.ts'
import { type PageContext, pagePath } from '../context/page-context.ts'
import { anchorOf } from '../context/page-outline.ts'

/**
 * Resolves a link of a text for this site. Links to pages, views and blocks of the workspace become
 * links to their place here; those that the mirror lacks and only Notion could follow become
 * undefined. Any other address is returned unchanged.
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
  // On this page, sections are linked as in its table of contents.
  const isHere = place.path === context.page.path && query === ''
  return isHere ? `#${anchorOf(anchors, blockId)}` : `${place.path}${query}#${undashId(blockId)}`
}

interface Place {
  id: string
  path: string
  /** Set if the id is not a page. */
  blockId?: string
}

function placeOf(context: PageContext, id: string): Place | undefined {
  const path = pagePath(context, id)
  if (path !== undefined) return { id, path }
  const { places } = context.page
  const containingPath = Object.hasOwn(places, id) ? places[id] : undefined
  return containingPath === undefined ? undefined : { id, path: containingPath, blockId: id }
}

/** A link to a database may name one of its views (`v`), as addresses here do. */
function viewQuery(address: string): string {
  const viewId = parseId(new URL(address, 'https://notion.so').searchParams.get('v') ?? undefined)
  return viewId ? `?v=${undashId(viewId)}` : ''
}
