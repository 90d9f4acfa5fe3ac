import type { PageLinkView } from '../../site/page-view.ts'
import { KANJI, SIGNS } from '../../site/list-heads.ts'
import { Document, type Shell } from './Document.tsx'
import { ListPager, type ListPart } from './ListPager.tsx'
import { PageList } from './PageList.tsx'
import type { Words } from '../../site/words/en.ts'
import { wordsFor } from '../../site/words/words-for.ts'

/** The pages of one part of the list that stand under one head. */
export interface LetterGroup {
  head: string
  pages: PageLinkView[]
}

interface AllPagesPageProps {
  shell: Shell
  groups: LetterGroup[]
  /** Every head of the whole list, with the part that it begins in. */
  heads: { name: string; from: number }[]
  part: ListPart
}

/** All pages from A to Z, kana by their rows, kanji under a head of their own. */
export function AllPagesPage({ shell, groups, heads, part }: AllPagesPageProps) {
  const { indexable, language } = shell.config
  const words = wordsFor(language)
  return (
    <Document
      shell={shell}
      title={words.lists.allPages}
      {...(part.from === 0 && { canonicalPath: '/all-pages' })}
      isIndexable={indexable && part.from === 0}
    >
      <div className="list-page">
        <h1>{words.lists.allPages}</h1>
        <nav className="letters" aria-label={words.lists.letters}>
          {heads.map(({ name, from }) => (
            <a key={name} href={letterHref(name, from === part.from ? undefined : from)}>
              {headTitle(name, words)}
            </a>
          ))}
        </nav>
        {groups.map(({ head, pages }) => (
          <section key={head} aria-labelledby={letterId(head)}>
            <h2 id={letterId(head)}>{headTitle(head, words)}</h2>
            <PageList pages={pages} />
          </section>
        ))}
        <ListPager part={part} href="/all-pages" language={language} />
      </div>
    </Document>
  )
}

function headTitle(head: string, words: Words): string {
  return head === SIGNS ? words.lists.signs : head
}

function letterId(head: string): string {
  if (head === SIGNS) return 'letter-signs'
  return head === KANJI ? 'letter-kanji' : `letter-${head}`
}

/** `from` names another part of the list than the one that is shown. */
function letterHref(head: string, from: number | undefined): string {
  const query = from === undefined ? '' : `?from=${from}`
  return `${query && '/all-pages'}${query}#${encodeURIComponent(letterId(head))}`
}
