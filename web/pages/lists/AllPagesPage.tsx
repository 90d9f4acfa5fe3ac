import type { PageLinkView } from '../../../site/pages/page-model.ts'
import { KANJI, SYMBOLS } from '../../../site/pages/sort-by-title.ts'
import { ListSpoilerChoice } from '../../blocks/spoilers/SpoilerChoice.tsx'
import { ListDocument, type ListShell } from './ListDocument.tsx'
import { ListPager, type ListPart } from './ListPager.tsx'
import { PageList } from './PageList.tsx'
import type { Messages } from '../../../site/locales/en.ts'
import { messagesFor } from '../../../site/locales/messages-for.ts'
import { formatCount } from '../../../site/locales/formatters.ts'

/** Pages of the shown part that are listed under one heading. */
export interface LetterGroup {
  head: string
  pages: PageLinkView[]
}

interface AllPagesPageProps {
  shell: ListShell
  groups: LetterGroup[]
  /** The headings of the whole list, with the offset of the part in which each begins. */
  heads: { name: string; from: number }[]
  part: ListPart
}

/** All pages from A to Z, kana by row, kanji under a heading of their own. */
export function AllPagesPage({ shell, groups, heads, part }: AllPagesPageProps) {
  const { name: site, language } = shell.config
  const messages = messagesFor(shell.config)
  const count = formatCount(part.total, language)
  const list = {
    title: messages.lists.allPages,
    description: messages.lists.aboutAllPages(site, messages.lists.pages(count, part.total === 1)),
    href: '/all-pages'
  }
  return (
    <ListDocument {...{ shell, list }} isFirstPart={part.from === 0}>
      <h1>{messages.lists.allPages}</h1>
      <nav className="letters" aria-label={messages.lists.letters}>
        {heads.map(({ name, from }) => (
          <a key={name} href={letterHref(name, from === part.from ? undefined : from)}>
            {headTitle(name, messages)}
          </a>
        ))}
      </nav>
      <ListSpoilerChoice config={shell.config} pages={groups.flatMap(({ pages }) => pages)} />
      {groups.map(({ head, pages }) => (
        <section key={head} aria-labelledby={letterId(head)}>
          <h2 id={letterId(head)}>{headTitle(head, messages)}</h2>
          <PageList pages={pages} />
        </section>
      ))}
      <ListPager part={part} href="/all-pages" language={language} />
    </ListDocument>
  )
}

function headTitle(head: string, messages: Messages): string {
  return head === SYMBOLS ? messages.lists.signs : head
}

function letterId(head: string): string {
  if (head === SYMBOLS) return 'letter-signs'
  return head === KANJI ? 'letter-kanji' : `letter-${head}`
}

/** `from` is the offset of another part, or undefined for the shown one. */
function letterHref(head: string, from: number | undefined): string {
  const query = from === undefined ? '' : `?from=${from}`
  return `${query && '/all-pages'}${query}#${encodeURIComponent(letterId(head))}`
}
