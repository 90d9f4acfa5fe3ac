import { keys } from '../../../db/changes/change-keys.ts'
import { noteRead } from '../../../db/changes/record-reads.ts'
import { BrowseError } from '../../../db/describe/browse-error.ts'
import type { DataPage } from '../../../site/browse/data-address.ts'
import { type RenderedText, pageCaching } from '../../responses/rendered-text.ts'
import type { RenderContext } from '../site-shell.ts'
import { renderDataIndex } from './render-data-index.tsx'
import { renderDataRow } from './render-data-row.tsx'
import { renderDataRows } from './render-data-rows.tsx'

/** A sync that changes nothing adds a row to `sync_run` without a publication. */
const LIFETIME_MS = 60_000

/**
 * The pages below `/_data`, from the mirror that `/mirror.db` copies. Undefined if there is nothing, and
 * while the mirror contains pages that are excluded now: not every table could be redacted.
 */
export function dataText(context: RenderContext, page: DataPage): RenderedText | undefined {
  if (context.site.hasExcludedPages()) return undefined
  // Every publication touches it.
  noteRead(keys.sync)
  const body = bodyOf(context, page)
  if (body === undefined) return undefined
  return {
    body,
    mediaType: 'text/html',
    caching: pageCaching,
    headers: { 'x-robots-tag': 'noindex' },
    lifetimeMs: LIFETIME_MS
  }
}

function bodyOf(context: RenderContext, page: DataPage): string | undefined {
  try {
    switch (page.kind) {
      case 'index':
        return renderDataIndex(context)
      case 'rows':
        return renderDataRows(context, page)
      case 'row':
        return renderDataRow(context, page)
    }
  } catch (error) {
    // The route has checked the request, but against an earlier publication.
    if (error instanceof BrowseError) return undefined
    throw error
  }
}
