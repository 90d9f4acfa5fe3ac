import type { Block, CollectionView } from 'notion-types'

/**
 * Whether a block hides the title of its database. Notion has set three fields for this, one of them
 * in the view.
 */
export function isTitleHidden({ format }: Block, view: CollectionView): boolean {
  const own: { hide_inline_collection_name?: unknown; hide_linked_collection_name?: unknown } =
    format ?? {}
  const shown: { hide_linked_collection_name?: unknown } | undefined = view.format
  return (
    own.hide_inline_collection_name === true ||
    own.hide_linked_collection_name === true ||
    shown?.hide_linked_collection_name === true
  )
}
