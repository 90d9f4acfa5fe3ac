import type { PageQuery } from '../../site/addresses/page-query.ts'
import type { FactImage, FactSource } from '../../site/pages/page-facts.ts'
import { isAddress } from '../../site/notion/files/file-sources.ts'
import { keys } from '../changes/change-keys.ts'
import { noteRead, noteReads } from '../changes/record-reads.ts'
import type { Mirror } from '../mirror/open-mirror.ts'
import { perMirror } from '../mirror/per-mirror.ts'
import { firstWords } from '../records/first-words.ts'
import { readTransaction } from '../mirror/read-transaction.ts'
import { spoiledValues } from '../values/spoiled-values.ts'

interface PageRow {
  id: string
  path: string
  title: string
  icon: string | null
  cover: string | null
  text: string
  created_time: number
  last_edited_time: number
  collection_id: string | null
  spoiler: string | null
  cover_position: unknown
}

interface NamedRow {
  name: string
  property_id: string
  type: string
  text: string | null
  number: number | null
  url: string | null
  target_id: string | null
  avatar: string | null
}

/**
 * Reads a page's metadata; undefined for an unknown page. With `covering`, values that name a covered
 * page are left out.
 */
export function readPageFacts(
  mirror: Mirror,
  pageId: string,
  { covering, defaultPictures = [] }: Pick<PageQuery, 'covering' | 'defaultPictures'> = {}
): FactSource | undefined {
  return readTransaction(mirror, () => {
    noteReads([keys.page(pageId), keys.name(pageId)])
    const row = statements(mirror).page.get(pageId)
    if (!row) return undefined
    // A property may be renamed to one of the well-known names.
    if (row.collection_id !== null) noteRead(keys.collection(row.collection_id))
    const values = statements(mirror).named.all(pageId)
    const named = pickNamed(covering ? openValues(mirror, pageId, values) : values)
    const { icon, cover, text, cover_position: position } = row
    const pictures = [icon, cover, named.authorPhoto, named.socialImage, ...defaultPictures]
    return {
      id: row.id,
      path: row.path,
      title: row.title,
      spoiler: row.spoiler,
      icon,
      cover,
      coverPosition: typeof position === 'number' ? Math.min(1, Math.max(0, position)) : null,
      firstWords: firstWords(text),
      createdTime: row.created_time,
      lastEditedTime: row.last_edited_time,
      named,
      images: readImages(mirror, pictures.filter(isAddress))
    }
  })
}

const statements = perMirror(({ $client }) => ({
  // A substring: the first words do not need the whole text of a long page.
  page: $client.prepare<[string], PageRow>(
    `select id, path, title, icon, cover, substr(text, 1, 2000) as text, created_time, last_edited_time,
            collection_id, spoiler,
            case when cover is not null then (
              select json_extract(raw, '$.format.page_cover_position') from block where block.id = page.id
            ) end as cover_position
       from page where id = ?`
  ),
  named: $client.prepare<[string], NamedRow>(
    `select property.name, property.property_id, property.type, value.text, value.number,
            value.url, user.avatar, value.target_id
       from property_value as value
       join collection_property as property using (collection_id, property_id)
       left join user on user.id = value.target_id
      where value.page_id = ? and value.problem is null
        and property.name in ('Author', 'Description', 'Social Image', 'Published')
      order by property.position, value.position`
  ),
  images: $client.prepare<[string], FactImage & { source: string }>(
    `select source, hash, media_type as mediaType from asset
      where source in (select value from json_each(?))`
  )
}))

/** The values that neither name a covered page nor are computed from one. */
function openValues(mirror: Mirror, pageId: string, values: NamedRow[]): NamedRow[] {
  const spoiled = spoiledValues(mirror)
  return values.filter(({ property_id: id }) => spoiled(pageId, id).size === 0)
}

/** Picks the values of the well-known properties; the first of two properties with one name counts. */
function pickNamed(rows: NamedRow[]): FactSource['named'] {
  for (const { target_id: id } of rows) if (id !== null) noteRead(keys.user(id))
  const of = (name: string) => rows.filter((row) => row.name === name)
  const textOf = (name: string, separator: string) =>
    of(name)
      .flatMap(({ text }) => text?.trim() || [])
      .join(separator)
  const author = textOf('Author', ', ')
  const authorPhoto = of('Author').find(({ avatar }) => avatar)?.avatar
  const description = firstWords(textOf('Description', ' '))
  const socialImage = of('Social Image').map(addressOf).find(isAddress)
  const published = of('Published').find(isInstant)?.number
  return {
    ...(author && { author }),
    ...(authorPhoto && { authorPhoto }),
    ...(description && { description }),
    ...(socialImage && { socialImage }),
    ...(typeof published === 'number' && { published })
  }
}

const addressOf = ({ url, text }: NamedRow) => url ?? text

/** A property named `Published` may also be a checkbox, whose number is no time. */
function isInstant({ type, number }: NamedRow): boolean {
  return number !== null && ['date', 'created_time', 'last_edited_time'].includes(type)
}

function readImages(mirror: Mirror, sources: string[]): Record<string, FactImage> {
  if (sources.length === 0) return {}
  for (const source of sources) noteRead(keys.file(source))
  const rows = statements(mirror).images.all(JSON.stringify(sources))
  return Object.fromEntries(rows.map(({ source, ...image }) => [source, image]))
}
