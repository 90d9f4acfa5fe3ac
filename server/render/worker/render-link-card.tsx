import type { Mirror } from '../../../db/mirror/open-mirror.ts'
import { readTransaction } from '../../../db/mirror/read-transaction.ts'
import { readPageHead } from '../../../db/page/read-page.ts'
import { readPageFacts } from '../../../db/page/read-page-facts.ts'
import { coveringRules } from '../../../site/spoilers/spoiler-rule.ts'
import { messagesFor } from '../../../site/locales/messages-for.ts'
import { firstSentence } from '../../../site/notion/text/first-sentence.ts'
import type { PageModel } from '../../../site/pages/page-model.ts'
import { PageProvider } from '../../../web/blocks/PageProvider.tsx'
import { prepareBlocks } from '../../../web/blocks/prepare/prepare-blocks.ts'
import { LinkCard } from '../../../web/blocks/rows/LinkCard.tsx'
import { MessagesProvider } from '../../../web/messages.ts'
import { type Completion, renderFragment } from '../document/render-document.ts'

/** Facts on a card, fewer if they are long. */
const MAX_FACTS = 3
/** Bytes of HTML; compressed, less than 3 kB. */
const MAX_BYTES = 6000

/** The HTML of the card that a link to a page shows; undefined if the mirror has no such page. */
export function renderLinkCard(
  mirror: Mirror,
  pageId: string,
  shell: Completion
): string | undefined {
  const { config } = shell
  const { language } = config
  const read = readTransaction(mirror, () => {
    const covering = coveringRules(config)
    const page = readPageHead(mirror, pageId, {
      covering,
      defaultPictures: [config.defaultPageIcon]
    })
    const facts = readPageFacts(mirror, pageId, { covering })
    return page && facts && { page, facts }
  })
  if (!read) return undefined
  const { page, facts } = read
  if (facts.spoiler !== null) return renderCovered(page, facts.spoiler, shell)
  const { description = facts.firstWords, socialImage } = facts.named
  const card = {
    sentence: firstSentence(description, language),
    picture: page.cover ?? socialImage ?? null,
    icon: page.icon ?? config.defaultPageIcon
  }
  const prepared = prepareBlocks(page.recordMap, page.id)
  const render = (maxFacts: number) =>
    renderFragment(
      <MessagesProvider value={messagesFor(config)}>
        <PageProvider {...{ page, prepared, config }} isPlain>
          <LinkCard {...{ ...card, maxFacts }} />
        </PageProvider>
      </MessagesProvider>,
      shell
    )
  for (let count = MAX_FACTS; count > 0; count--) {
    const html = render(count)
    if (Buffer.byteLength(html) <= MAX_BYTES) return html
  }
  return render(0)
}

/** A covered page has a card without anything about it. */
function renderCovered(page: PageModel, chapter: string, shell: Completion): string {
  const { config } = shell
  const messages = messagesFor(config)
  const covered = { ...page, title: messages.spoiler(chapter) }
  const prepared = prepareBlocks(page.recordMap, page.id)
  return renderFragment(
    <MessagesProvider value={messages}>
      <PageProvider page={covered} {...{ prepared, config }} isPlain>
        <LinkCard sentence="" picture={null} icon={null} maxFacts={0} />
      </PageProvider>
    </MessagesProvider>,
    shell
  )
}
