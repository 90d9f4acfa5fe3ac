import { coverName } from '../../blocks/spoilers/Spoiler.tsx'
import { tagElement } from '../../blocks/rows/Tag.tsx'
import { ListDocument, type ListShell } from './ListDocument.tsx'
import type { TagView } from './TagPage.tsx'
import { shortLabel } from '../../../site/notion/text/short-label.ts'
import { messagesFor } from '../../../site/locales/messages-for.ts'
import { formatCount } from '../../../site/locales/formatters.ts'

/** The tags of a collection's property. */
export interface TagGroup {
  key: string
  collection: string
  property: string
  /** The chapter of a collection whose name is covered. */
  spoiler: string | undefined
  tags: TagView[]
}

/** All tags in use, by collection and property. */
export function TagsPage({ shell, groups }: { shell: ListShell; groups: TagGroup[] }) {
  const { name, language } = shell.config
  const messages = messagesFor(shell.config)
  const description = messages.lists.aboutTags(name)
  const list = { title: messages.lists.tags, description, href: '/tags' }
  return (
    <ListDocument {...{ shell, list }} isEmpty={groups.length === 0}>
      <h1>{messages.lists.tags}</h1>
      {groups.length === 0 && <p className="empty">{messages.lists.noTags}</p>}
      {groups.map(({ key, collection, property, spoiler: chapter, tags }) => (
        <section key={key}>
          <h2>
            {coverName(`${shortLabel(collection) || messages.untitled} · ${shortLabel(property)}`, {
              chapter,
              messages
            })}
          </h2>
          <ul className="tag-list">
            {tags.map(({ href, option, color, rows, spoiler }) => (
              <li key={href}>
                {spoiler === undefined ? (
                  tagElement({ name: option, color, href })
                ) : (
                  <a href={href}>
                    {coverName(tagElement({ name: option, color }), { chapter: spoiler, messages })}
                  </a>
                )}{' '}
                <span className="count">{formatCount(rows, language)}</span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </ListDocument>
  )
}
