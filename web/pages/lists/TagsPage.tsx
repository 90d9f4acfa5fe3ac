import { Tag } from '../../blocks/rows/Tag.tsx'
import { ListDocument, type ListShell } from './ListDocument.tsx'
import type { TagView } from './TagPage.tsx'
import { shortLabel } from '../../../site/notion/text/short-label.ts'
import { wordsFor } from '../../../site/locales/messages-for.ts'

/** The tags of one property of a collection. */
export interface TagGroup {
  key: string
  collection: string
  property: string
  tags: TagView[]
}

/** Every tag that some row has, by collection and property. */
export function TagsPage({ shell, groups }: { shell: ListShell; groups: TagGroup[] }) {
  const { name, language } = shell.config
  const words = wordsFor(language)
  const description = words.lists.aboutTags(name)
  const list = { title: words.lists.tags, description, href: '/tags' }
  return (
    <ListDocument {...{ shell, list }} isEmpty={groups.length === 0}>
      <h1>{words.lists.tags}</h1>
      {groups.length === 0 && <p className="empty">{words.lists.noTags}</p>}
      {groups.map(({ key, collection, property, tags }) => (
        <section key={key}>
          <h2>
            {shortLabel(collection) || words.untitled} · {shortLabel(property)}
          </h2>
          <ul className="tag-list">
            {tags.map(({ href, option, color, rows }) => (
              <li key={href}>
                <Tag name={option} color={color} href={href} />{' '}
                <span className="count">{rows.toLocaleString(language)}</span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </ListDocument>
  )
}
