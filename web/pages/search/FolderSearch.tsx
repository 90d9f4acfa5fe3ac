import { useMessages } from '../../messages.ts'

/** Takes the place of a value in a message for a script. */
const VALUE = '…'

/**
 * The place of the results on the search page of a folder of files. `web/islands/search/shards` fills it,
 * with the messages of its attributes.
 */
export function FolderSearch({ size }: { size: number }) {
  const messages = useMessages()
  const { finder, lists, untitled } = messages
  const range = { from: '{from}', to: '{to}', total: '{total}', isMore: false }
  const texts = {
    'data-one': messages.found(VALUE, 1, false),
    // The script replaces the number.
    'data-many': messages.found(VALUE, 2, false),
    'data-none': messages.nothingFound(VALUE),
    'data-mean': finder.mean,
    'data-cut': finder.isCut,
    'data-failed': messages.noSearchFiles,
    'data-untitled': untitled,
    'data-parts': lists.parts,
    'data-previous': lists.previous,
    'data-next': lists.next,
    'data-range': lists.range(range)
  }
  return (
    <div data-folder-search={size} {...texts}>
      <noscript>
        <p>{messages.searchNeedsScript}</p>
      </noscript>
    </div>
  )
}
