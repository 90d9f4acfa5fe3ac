import type { PageLinkView } from '../../../site/pages/page-model.ts'
import { coverName } from '../../blocks/spoilers/Spoiler.tsx'
import { useChapters } from '../../blocks/spoilers/chapters.ts'
import { tagElement } from '../../blocks/rows/Tag.tsx'
import { Breadcrumbs } from '../Breadcrumbs.tsx'
import { ListSpoilerChoice } from '../../blocks/spoilers/SpoilerChoice.tsx'
import { ListDocument, type ListShell } from './ListDocument.tsx'
import { ListPager, type ListPart } from './ListPager.tsx'
import { PageList } from './PageList.tsx'
import { messagesFor } from '../../../site/locales/messages-for.ts'
import { formatCount } from '../../../site/locales/formatters.ts'

/** Number of pages that the description names. */
const MAX_NAMED = 5

/** A tag as shown in lists. */
export interface TagView {
  /** Address of the page that lists its rows. */
  href: string
  option: string
  color: string | undefined
  property: string
  collection: string
  rows: number
  /** The chapter of an option that only covered rows have. */
  spoiler?: string | undefined
}

/** The rows that have a tag. */
export function TagPage(props: {
  shell: ListShell
  tag: TagView
  /** The chapter of the tag's collection, if its name is covered. */
  placeSpoiler: string | undefined
  pages: PageLinkView[]
  part: ListPart
}) {
  const { shell, tag, placeSpoiler, pages, part } = props
  const { language } = shell.config
  const messages = messagesFor(shell.config)
  const place =
    placeSpoiler === undefined
      ? [tag.collection || messages.untitled, tag.property].join(' · ')
      : messages.spoiler(placeSpoiler)
  const number = formatCount(tag.rows, language)
  const count =
    tag.rows === 0 ? messages.lists.noRows : messages.lists.pages(number, tag.rows === 1)
  const chapters = useChapters()
  const titles = pages.slice(0, MAX_NAMED).map(({ path, title }) => {
    const chapter = chapters.get(path)
    return chapter === undefined ? title || messages.untitled : messages.spoiler(chapter)
  })
  const option = tag.spoiler === undefined ? tag.option : messages.spoiler(tag.spoiler)
  const title = `${option} · ${place}`
  const list = {
    title,
    description: tag.rows === 0 ? count : messages.lists.aboutTag(title, count, titles.join(' / ')),
    href: tag.href,
    above: [{ title: messages.lists.tags, href: '/tags' }]
  }
  return (
    <ListDocument {...{ shell, list }} isFirstPart={part.from === 0} isEmpty={tag.rows === 0}>
      <Breadcrumbs
        pages={[{ id: 'tags', path: '/tags', title: messages.lists.tags, icon: null }]}
        title={place}
      />
      <h1>
        {coverName(tagElement({ name: tag.option, color: tag.color }), {
          chapter: tag.spoiler,
          messages
        })}
      </h1>
      <p className="count-line">{count}</p>
      <ListSpoilerChoice config={shell.config} pages={pages} />
      <PageList pages={pages} />
      <ListPager part={part} href={tag.href} language={language} />
    </ListDocument>
  )
}
