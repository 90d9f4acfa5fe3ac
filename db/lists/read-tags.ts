import { MAX_TAG_LENGTH, isTagType, tagProperties } from '../../site/addresses/tag-path.ts'
import { shortTitled } from '../../site/notion/text/short-label.ts'
import { keys } from '../changes/change-keys.ts'
import { noteRead, noteReads } from '../changes/record-reads.ts'
import { notePages } from '../changes/note-pages.ts'
import type { Mirror } from '../mirror/open-mirror.ts'
import { trimmed } from '../mirror/trimmed.ts'
import { type Part, type SitePage, sitePageColumns } from './read-site-pages.ts'

/** An option of a select, multi-select or status property. */
export interface Tag {
  collectionId: string
  collection: string
  propertyId: string
  property: string
  propertySlug: string
  option: string
  /** Notion's name of the colour, such as `blue`. */
  color: string | undefined
  /** Number of rows with this option. */
  rows: number
  /** The chapters of its rows, if all of them are covered. */
  chapters: string[] | undefined
}

/** A tag with the latest edit among its rows, UTC milliseconds; 0 without rows. */
interface EditedTag extends Tag {
  lastEditedTime: number
}

interface PropertyRow {
  collectionId: string
  collection: string
  id: string
  name: string
  type: string
  options: string | null
}

type Count = Pick<EditedTag, 'rows' | 'lastEditedTime' | 'chapters'>

/**
 * Reads every tag by collection and property: the options of the schema in its order, then options
 * that only occur in rows.
 */
export function readTags(mirror: Mirror): EditedTag[] {
  noteReads([keys.tags, keys.order, keys.edits])
  const countsOf = countReader(mirror)
  return byCollection(readTagProperties(mirror)).flatMap((properties) => {
    const slugs = tagProperties(properties)
    return properties.flatMap((property) => {
      const { id, collectionId } = property
      const propertySlug = slugs.get(id) ?? `~${id}`
      return tagsOf({ ...property, propertySlug }, countsOf(collectionId, id))
    })
  })
}

function tagsOf(property: PropertyRow & { propertySlug: string }, counts: Map<string, Count>) {
  const { id, name, options, collectionId, collection, propertySlug } = property
  const colors = optionColors(options)
  const names = [...new Set([...colors.keys(), ...counts.keys()])]
  const addressable = names.filter((option) => option.length <= MAX_TAG_LENGTH)
  return addressable.map((option): EditedTag => ({
    collectionId,
    collection,
    propertyId: id,
    property: name,
    propertySlug,
    option,
    color: colors.get(option),
    rows: counts.get(option)?.rows ?? 0,
    chapters: counts.get(option)?.chapters,
    lastEditedTime: counts.get(option)?.lastEditedTime ?? 0
  }))
}

function byCollection(properties: PropertyRow[]): PropertyRow[][] {
  const groups = new Map<string, PropertyRow[]>()
  for (const property of properties) {
    const group = groups.get(property.collectionId) ?? []
    groups.set(property.collectionId, [...group, property])
  }
  return [...groups.values()]
}

function readTagProperties({ $client }: Mirror): PropertyRow[] {
  const rows = $client
    .prepare<[], PropertyRow>(
      `select collection_id as collectionId, collection.name as collection, property_id as id,
              collection_property.name, type, options
         from collection_property join collection on collection.id = collection_id
        order by collection.name, collection_id, position`
    )
    .all()
  return rows.filter(({ type }) => isTagType(type))
}

interface CountRow extends Omit<Count, 'chapters'> {
  option: string
  spoilers: string | null
}

const optionName = trimmed('value.text')

/** Returns a function that counts the rows of each option of a property. */
function countReader(mirror: Mirror) {
  const statement = mirror.$client.prepare<[string, string], CountRow>(
    `select ${optionName} as option, count(distinct page.id) as rows,
            max(page.last_edited_time) as lastEditedTime,
            iif(count(*) = count(page.spoiler), json_group_array(page.spoiler), null) as spoilers
       from property_value as value join page on page.id = value.page_id
      where value.collection_id = ? and value.property_id = ? and ${optionName} <> ''
      group by ${optionName} order by min(page.position)`
  )
  return (collectionId: string, propertyId: string): Map<string, Count> => {
    const counts = statement.all(collectionId, propertyId)
    return new Map(
      counts.map(({ option, spoilers, ...count }) => {
        const chapters = spoilers === null ? undefined : (JSON.parse(spoilers) as string[])
        return [option, { ...count, chapters }]
      })
    )
  }
}

/** Parses the options of a schema into colours by option name. */
function optionColors(json: string | null): Map<string, string | undefined> {
  const options: unknown = json === null ? [] : JSON.parse(json)
  return new Map(
    (Array.isArray(options) ? options : []).flatMap((option: unknown) => {
      const { value, color } = (option ?? {}) as { value?: unknown; color?: unknown }
      const name = typeof value === 'string' ? value.toWellFormed().trim() : ''
      return name ? [[name, typeof color === 'string' ? color : undefined] as const] : []
    })
  )
}

/** Reads the rows of a tag in site order. */
export function readTaggedPages(
  { $client }: Mirror,
  tag: Pick<Tag, 'collectionId' | 'propertyId' | 'option'>,
  { from, limit }: Part
): SitePage[] {
  const pages = $client
    .prepare<[string, string, string, number, number], SitePage>(
      `select ${sitePageColumns} from page
        where id in (select page_id from property_value
                      where collection_id = ? and property_id = ? and ${trimmed('text')} = ?)
        order by position limit ? offset ?`
    )
    .all(tag.collectionId, tag.propertyId, tag.option, limit, from)
  noteRead(keys.tag(tag.collectionId, tag.propertyId, tag.option))
  notePages(pages, { isPart: from > 0 || pages.length === limit })
  // For the time of the last edit.
  for (const { id } of pages) noteRead(keys.page(id))
  return pages.map(shortTitled)
}
