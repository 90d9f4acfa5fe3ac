import { keys } from '../changes/change-keys.ts'
import { noteReads } from '../changes/record-reads.ts'
import type { Mirror } from '../mirror/open-mirror.ts'

/** Translations of one page at most. */
const MAX_TRANSLATIONS = 50

/** A page in one of its languages. */
export interface TranslatedPage {
  id: string
  path: string
  title: string
  /** Value of the property that names the language; null if it is empty. */
  language: string | null
}

interface Found extends TranslatedPage {
  collection_id: string | null
}

const translated = ({ $client }: Mirror) =>
  $client.prepare<{ pageId: string; relation: string; language: string }, Found>(
    `with recursive family (id) as (
       select :pageId
        union
       select value.target_id
         from family
         join property_value as value on value.page_id = family.id and value.type = 'relation'
         join collection_property as property using (collection_id, property_id)
         join page as target on target.id = value.target_id
        where property.name = :relation
        union
       select value.page_id
         from family
         join property_value as value on value.target_id = family.id and value.type = 'relation'
         join collection_property as property using (collection_id, property_id)
        where property.name = :relation
        limit ${MAX_TRANSLATIONS}
     )
     select page.id, page.path, page.title, page.collection_id, (
              select value.text from property_value as value
                join collection_property as property using (collection_id, property_id)
               where value.page_id = page.id and property.name = :language and value.text <> ''
               order by property.position limit 1
            ) as language
       from family join page on page.id = family.id
      order by page.created_time, page.id`
  )

/** The collections whose rows name one of these pages in a relation, whatever its name is. */
const relating = ({ $client }: Mirror) =>
  $client
    .prepare<[string], string>(
      `select distinct collection_id from property_value
        where type = 'relation' and target_id in (select value from json_each(?))`
    )
    .pluck()

/**
 * Reads a page and its translations: the rows that a relation connects with it, in either direction,
 * directly or through other rows of the site. `relation` and `language` are names of properties.
 */
export function readTranslations(
  mirror: Mirror,
  pageId: string,
  names: { relation: string; language: string }
): TranslatedPage[] {
  const rows = translated(mirror).all({ pageId, ...names })
  for (const { id, collection_id: collectionId } of rows) {
    noteReads([keys.page(id), keys.name(id), keys.backlinks(id)])
    if (collectionId !== null) noteReads([keys.collection(collectionId)])
  }
  // A relation may get the name that makes its rows translations.
  const collections = relating(mirror).all(JSON.stringify(rows.map(({ id }) => id)))
  noteReads(collections.map(keys.collection))
  return rows.map(({ id, path, title, language }) => ({ id, path, title, language }))
}
