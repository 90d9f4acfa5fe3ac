import type { SiteConfig } from '../../../site/config/config.ts'
import type { Messages } from '../../../site/locales/en.ts'
import { useMessages } from '../../messages.ts'
import { CommunityLinks } from './CommunityLinks.tsx'

/** Takes the place of a value in a message for a script. */
const VALUE = '…'

/**
 * The place of the results on the search page of a folder of files. `web/islands/search/shards` fills it,
 * with the messages of its attributes, and shows the links after it if nothing is found.
 */
export function FolderSearch({ size, config }: { size: number; config: SiteConfig }) {
  const { language, social } = config
  const messages = useMessages()
  const { finder, lists, untitled } = messages
  const range = { from: '{from}', to: '{to}', total: '{total}', isMore: false }
  const texts = {
    'data-title': messages.searchFor(VALUE),
    'data-found': JSON.stringify(countTexts(messages, language)),
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
    <>
      <div data-folder-search={size} {...texts}>
        <noscript>
          <p>{messages.searchNeedsScript}</p>
        </noscript>
      </div>
      <div hidden>
        <CommunityLinks social={social} />
      </div>
    </>
  )
}

/**
 * The text of a count for one result, and for each plural form of the language, with `{count}` in place of
 * the number.
 */
function countTexts(messages: Messages, language: string): Record<string, string> {
  const rules = new Intl.PluralRules(language)
  const samples = new Map<string, number>()
  // Below the numbers that are written with a separator.
  for (let count = 2; count < 1000; count++) samples.set(rules.select(count), count)
  const texts = [...samples].map(([form, count]) => {
    return [form, messages.found(VALUE, count, false).replace(/\p{Nd}+/u, '{count}')]
  })
  return { 1: messages.found(VALUE, 1, false), ...Object.fromEntries(texts) }
}
