import { Tag } from '../blocks/Tag.tsx'
import { Document, type Shell } from './Document.tsx'
import type { TagView } from './TagPage.tsx'
import { wordsFor } from '../../site/words/words-for.ts'

/** The tags of one property of a collection. */
export interface TagGroup {
  key: string
  collection: string
  property: string
  tags: TagView[]
}

/** Every tag that some row has, by collection and property. */
export function TagsPage({ shell, groups }: { shell: Shell; groups: TagGroup[] }) {
  const words = wordsFor(shell.config.language)
  return (
    <Document
      shell={shell}
      title={words.lists.tags}
      canonicalPath="/tags"
      isIndexable={shell.config.indexable && groups.length > 0}
    >
      <div className="list-page">
        <h1>{words.lists.tags}</h1>
        {groups.length === 0 && <p className="empty">{words.lists.noTags}</p>}
        {groups.map(({ key, collection, property, tags }) => (
          <section key={key}>
            <h2>
              {collection || words.untitled} · {property}
            </h2>
            <ul className="tag-list">
              {tags.map(({ href, option, color, rows }) => (
                <li key={href}>
                  <a href={href}>
                    <Tag name={option} color={color} />
                  </a>{' '}
                  <span className="count">{rows.toLocaleString(shell.config.language)}</span>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Document>
  )
}
