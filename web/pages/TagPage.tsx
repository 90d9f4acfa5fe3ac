import type { PageLinkView } from '../../site/page-view.ts'
import { Tag } from '../blocks/Tag.tsx'
import { Breadcrumbs } from './Breadcrumbs.tsx'
import { Document, type Shell } from './Document.tsx'
import { ListPager, type ListPart } from './ListPager.tsx'
import { PageList } from './PageList.tsx'
import { wordsFor } from '../../site/words/words-for.ts'

/** A tag as lists show it. */
export interface TagView {
  /** Address of the page that lists its rows. */
  href: string
  option: string
  color: string | undefined
  property: string
  collection: string
  rows: number
}

/** The rows that have one tag. */
export function TagPage(props: {
  shell: Shell
  tag: TagView
  pages: PageLinkView[]
  part: ListPart
}) {
  const { shell, tag, pages, part } = props
  const { indexable, language } = shell.config
  const words = wordsFor(language)
  const place = [tag.collection || words.untitled, tag.property].join(' · ')
  const count = tag.rows.toLocaleString(language)
  return (
    <Document
      shell={shell}
      title={`${tag.option} · ${place}`}
      {...(part.from === 0 && { canonicalPath: tag.href })}
      isIndexable={indexable && tag.rows > 0 && part.from === 0}
    >
      <div className="list-page">
        <Breadcrumbs
          pages={[{ id: 'tags', path: '/tags', title: words.lists.tags, icon: null }]}
          title={place}
        />
        <h1>
          <Tag name={tag.option} color={tag.color} />
        </h1>
        <p className="count-line">
          {tag.rows === 0 ? words.lists.noRows : words.lists.pages(count, tag.rows === 1)}
        </p>
        <PageList pages={pages} />
        <ListPager part={part} href={tag.href} language={language} />
      </div>
    </Document>
  )
}
